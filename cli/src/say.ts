import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Atelier, filesOf } from '@atelier/sdk/src/index.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { followTask } from './client/follow-work.ts'
import { generalOf } from './client/general-options.ts'
import { serverFor, withServerOrHere } from './client/server-or-here.ts'
import { NotReady } from './errors.ts'
import { print } from './output.ts'
import { type ProgressBar, progressBar } from './progress-bar.ts'
import { dash, readInput, secondsSinceStart, writeOutput } from './standard-streams.ts'

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
  const server = await serverFor(command)
  const bar = progressBar('speaking')
  const job = { ...options, text: spoken, format }
  const made = await (server ? onServer(server, job, bar) : here(job, bar)).finally(bar.end)
  const seconds = secondsSinceStart()
  for (const warning of made.warnings) process.stderr.write(`Note: ${warning}\n`)
  if (isPiped) return writeOutput(made.bytes)
  await writeFile(options.output, made.bytes)
  const length = (made.durationMs / 1000).toFixed(1)
  const data = { path: options.output, duration_ms: made.durationMs, voice: made.voice, seconds }
  print(
    generalOf(command).json,
    data,
    `${options.output}  ${length} s of audio\nDone in ${seconds} s with ${made.voice}.`,
  )
}

interface Job extends Options {
  text: string
  format: Format
}

async function here({ text, format, voice: name, speed, ssml }: Job, bar: ProgressBar) {
  const { embeddedVoices } = await import('@atelier/server/engines/speech/voices.ts')
  const { openEnginesHere } = await import('./engines-here.ts')
  const voice = requireNamed(embeddedVoices, name, (one) => [one.id, one.voice_name, one.file])
  const { engines, folder, close } = await openEnginesHere()
  try {
    const outputPath = join(folder, 'speech')
    const made = await engines.speak(
      { text, useSsml: ssml ?? false, voice: voice.file, speed, format, outputPath },
      { onProgress: (percent, stage) => bar.show(percent / 100, stage) },
    )
    return { ...made, bytes: await readFile(outputPath), voice: voice.voice_name }
  } finally {
    await close()
  }
}

async function onServer(client: Atelier, job: Job, bar: ProgressBar) {
  const { voices } = await client.voices.list()
  const voice = requireNamed(voices, job.voice, ({ id, voice_name }) => [id, voice_name])
  const { task_id } = await client.voices.generateAudio(voice.id, {
    text: job.text,
    speed: job.speed,
    use_ssml: job.ssml ?? false,
    output_format: job.format,
    storage: 'transient',
  })
  const task = await followTask(client, task_id, bar)
  const [file] = filesOf(task)
  if (!file) throw new NotReady('The server returned no file.')
  const response = await client.assets.download(file.url)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { warnings } = task.info as { warnings: string[] }
  return { bytes, durationMs: file.duration_ms as number, warnings, voice: voice.voice_name }
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
