import { writeFile } from 'node:fs/promises'
import { fileFrom } from '@atelier/sdk/src/node.ts'
import type { Phrase } from '@atelier/server/engines/transcription/adapters/transcription-engine.ts'
import type { Phrase as HeardPhrase } from '@atelier/server/engines/transcription/split-phrases.ts'
import { Command, Option } from 'commander'
import { followTranscription } from '../client/follow-work.ts'
import { readGeneral } from '../client/general-options.ts'
import { withServerOrHere } from '../client/server-or-here.ts'
import { NotReady } from '../errors.ts'
import { print } from '../output.ts'
import { dash } from '../standard-streams.ts'
import { type MediaWork, runOnFile } from './run-media.ts'

interface Options {
  output?: string
  language: string
  format?: string
}

type Subtitles = 'srt' | 'vtt'

const endings = ['srt', 'vtt', 'txt', 'json']

export function transcribeCommand(): Command {
  return withServerOrHere(new Command('transcribe'))
    .argument('<file>', 'audio or video in any format that FFmpeg reads, or - for standard input')
    .option('-o, --output <file>', 'a .srt, .vtt, .txt or .json file (default: print the text)')
    .addOption(new Option('--format <format>', 'what to print').choices(endings))
    .option(
      '--language <code>',
      'spoken language; the embedded engine supports English only',
      'en-US',
    )
    .addHelpText('after', '\nExample:\n  atelier transcribe talk.mp4 -o talk.srt')
    .action(transcribe)
}

async function transcribe(path: string, options: Options, command: Command): Promise<void> {
  const output = options.output === dash ? undefined : options.output
  const ending = output?.split('.').at(-1)?.toLowerCase() ?? options.format
  if (ending !== undefined && !endings.includes(ending)) {
    command.error('The output must end with .srt, .vtt, .txt or .json.')
  }
  const { json } = readGeneral(command)
  const heard = await runOnFile(command, { path, kind: 'file' }, (file) => hear(file, options))
  const { phrases, warnings } = heard
  for (const warning of warnings) process.stderr.write(`Note: ${warning}\n`)
  const text = phrases.map((phrase) => phrase.text).join('\n')
  if (output === undefined && ending !== undefined && !json) {
    process.stdout.write(await written(ending, heard, text))
    return
  }
  if (output === undefined) return print(json, { phrases }, text)
  await writeFile(output, await written(ending as string, heard, text))
  const words = text.split(/\s+/).filter(Boolean).length
  print(
    json,
    { path: output, phrases: phrases.length, words },
    `${output}  ${words} words in ${phrases.length} phrases`,
  )
}

async function written(ending: string, { phrases, subtitles }: Transcript, text: string) {
  if (ending === 'txt') return `${text}\n`
  if (ending === 'json') return `${JSON.stringify({ phrases }, null, 2)}\n`
  return subtitles(ending as Subtitles)
}

interface Transcript {
  phrases: Phrase[]
  warnings: string[]
  subtitles: (format: Subtitles) => Promise<string>
}

function toPhrase({ startMs: start, endMs: end, text, words }: HeardPhrase): Phrase {
  const timed = words.map(({ startMs, endMs, ...word }) => ({
    ...word,
    start: startMs,
    end: endMs,
  }))
  return { start, end, text, words: timed }
}

async function subtitlesHere(format: Subtitles, phrases: Phrase[], languageCode: string) {
  const { toCues } = await import('@atelier/server/features/transcriptions/subtitles/to-cues.ts')
  const { toSrt, toVtt } = await import(
    '@atelier/server/features/transcriptions/subtitles/write-subtitles.ts'
  )
  const cues = toCues(phrases, { languageCode })
  return format === 'vtt' ? toVtt(cues) : toSrt(cues)
}

function hear(file: string, { language }: Options): MediaWork<Transcript> {
  return {
    here: async ({ engines }, follow) => {
      if (!/^en\b/i.test(language)) {
        throw new NotReady(
          'The embedded engine supports English only. Use a server with another engine.',
        )
      }
      const phrases: Phrase[] = []
      const { warnings } = await engines.transcribe(
        { mediaPath: file, startMs: 0, language: 'en' },
        { ...follow, onPart: (part) => phrases.push(...part.phrases.map(toPhrase)) },
      )
      const subtitles = (format: Subtitles) => subtitlesHere(format, phrases, language)
      return { phrases, warnings, subtitles }
    },
    onServer: async (client, bar) => {
      bar.show(0, 'uploading')
      const asset = await client.assets.upload(await fileFrom(file))
      const { id } = await client.transcriptions.create({
        asset_id: asset.id,
        language_code: language,
      })
      const { payload } = await followTranscription(client, id, bar)
      const subtitles = async (requested_format: Subtitles) =>
        (await client.transcriptions.downloadSubtitles(id, { requested_format })).text()
      return { phrases: payload.phrases as Phrase[], warnings: [], subtitles }
    },
  }
}
