import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { readGeneral } from '../client/general-options.ts'
import { withServerOrHere } from '../client/server-or-here.ts'
import { NotReady } from '../errors.ts'
import { print } from '../output.ts'
import { dash, readInput, secondsSinceStart, writeOutput } from '../standard-streams.ts'
import { downloadResults, type MediaWork, runMedia } from './run-media.ts'

interface Options {
  output: string
  voice: string
  speed: number
  file?: string
  ssml?: boolean
  format?: Format
}

type Format = 'wav' | 'mp3' | 'opus'

const formats: Record<string, Format> = { wav: 'wav', mp3: 'mp3', opus: 'opus', ogg: 'opus' }

export function sayCommand(): Command {
  return withServerOrHere(new Command('say'))
    .argument('[text]', 'the text to speak, or - for standard input')
    .option(
      '-o, --output <file>',
      'a .wav, .mp3 or .opus file, or - for standard output',
      'speech.wav',
    )
    .option('--file <file>', 'read the text from a file')
    .addOption(
      new Option('--format <format>', 'of standard output').choices(['wav', 'mp3', 'opus']),
    )
    .option('--voice <name>', 'name or id of a voice; see: atelier voices', 'Heart')
    .option('--speed <number>', '0.5 to 2', speed, 1)
    .option('--ssml', 'the text is SSML')
    .addHelpText('after', '\nExample:\n  atelier say "Good morning." --voice Emma -o hello.mp3')
    .action(say)
}

async function say(text: string | undefined, options: Options, command: Command): Promise<void> {
  if ((text === undefined) === (options.file === undefined)) {
    command.error('Give either a text or --file.')
  }
  const isPiped = options.output === dash
  const ending = isPiped ? (options.format ?? 'wav') : options.output.split('.').at(-1)
  const format = formats[ending?.toLowerCase() ?? '']
  if (!format) return command.error('The output must end with .wav, .mp3 or .opus.')
  const spoken = await readText(text, options.file)
  const made = await runMedia(command, 'speaking', speak({ ...options, text: spoken, format }))
  const seconds = secondsSinceStart()
  for (const warning of made.warnings) process.stderr.write(`Note: ${warning}\n`)
  if (isPiped) return writeOutput(made.bytes)
  await writeFile(options.output, made.bytes)
  const length = (made.durationMs / 1000).toFixed(1)
  const data = { path: options.output, duration_ms: made.durationMs, voice: made.voice, seconds }
  print(
    readGeneral(command).json,
    data,
    `${options.output}  ${length} s of audio\nDone in ${seconds} s with ${made.voice}.`,
  )
}

interface Job extends Options {
  text: string
  format: Format
}

interface Speech {
  bytes: Uint8Array
  durationMs: number
  warnings: string[]
  voice: string
}

function speak({ text, format, voice: name, speed, ssml = false }: Job): MediaWork<Speech> {
  return {
    here: async ({ engines, folder }, follow) => {
      const { embeddedVoices } = await import('@atelier/server/engines/speech/voices.ts')
      const voice = requireNamed(embeddedVoices, name, (one) => [one.id, one.voice_name, one.file])
      const outputPath = join(folder, 'speech')
      const job = { text, useSsml: ssml, voice: voice.file, speed, format, outputPath }
      const made = await engines.speak(job, follow)
      return { ...made, bytes: await readFile(outputPath), voice: voice.voice_name }
    },
    onServer: async (client, bar) => {
      const { voices } = await client.voices.list()
      const voice = requireNamed(voices, name, ({ id, voice_name }) => [id, voice_name])
      const submitted = await client.voices.generateAudio(voice.id, {
        text,
        speed,
        use_ssml: ssml,
        output_format: format,
        storage: 'transient',
      })
      const { files, info } = await downloadResults(client, submitted, bar)
      const [made] = files
      if (!made) throw new NotReady('The server returned no file.')
      const durationMs = made.file.duration_ms as number
      return { bytes: made.bytes, durationMs, warnings: info.warnings, voice: voice.voice_name }
    },
  }
}

function requireNamed<T>(voices: T[], name: string, namesOf: (voice: T) => string[]): T {
  const wanted = name.toLowerCase()
  const found = voices.find((voice) => namesOf(voice).some((one) => one.toLowerCase() === wanted))
  if (found) return found
  throw new NotReady(`There is no voice "${name}". List voices with: atelier voices`)
}

async function readText(text: string | undefined, path = ''): Promise<string> {
  if (text === dash || (text === undefined && path === dash)) return String(await readInput())
  if (text !== undefined) return text
  return readFile(path, 'utf8').catch(() => {
    throw new NotReady(`There is no file at ${path}.`)
  })
}

function speed(text: string): number {
  const number = Number(text)
  if (number >= 0.5 && number <= 2) return number
  throw new InvalidArgumentError('Must be a number from 0.5 to 2.')
}
