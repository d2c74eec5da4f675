import { access, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Atelier } from '@atelier/sdk/src/index.ts'
import { fileFrom } from '@atelier/sdk/src/node.ts'
import type { Phrase } from '@atelier/server/engines/transcription/adapters/transcription-engine.ts'
import { Command, Option } from 'commander'
import { followTranscription } from './client/follow-work.ts'
import { generalOf } from './client/general-options.ts'
import { serverFor, withServerOrHere } from './client/server-or-here.ts'
import { NotReady } from './errors.ts'
import { print } from './output.ts'
import { type ProgressBar, progressBar } from './progress-bar.ts'
import { dash, withInputFile } from './standard-streams.ts'

interface Options {
  output?: string
  language: string
  format?: string
}

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
  const { json } = generalOf(command)
  const heard = await withInputFile(path, (file) => hear(file, path, options, command))
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

async function hear(
  file: string,
  path: string,
  options: Options,
  command: Command,
): Promise<LocalTranscript> {
  await access(file).catch(() => {
    throw new NotReady(`There is no file at ${path}.`)
  })
  const server = await serverFor(command)
  const bar = progressBar(path === dash ? 'recording' : basename(path))
  const work = server ? onServer(server, file, options, bar) : here(file, options, bar)
  return work.finally(bar.end)
}

async function written(ending: string, { phrases, subtitles }: LocalTranscript, text: string) {
  if (ending === 'txt') return `${text}\n`
  if (ending === 'json') return `${JSON.stringify({ phrases }, null, 2)}\n`
  return subtitles(ending as 'srt' | 'vtt')
}

interface LocalTranscript {
  phrases: Phrase[]
  warnings: string[]
  subtitles: (format: 'srt' | 'vtt') => Promise<string>
}

async function subtitlesHere(format: 'srt' | 'vtt', phrases: Phrase[], languageCode: string) {
  const { toCues } = await import('@atelier/server/features/transcriptions/subtitles/to-cues.ts')
  const { toSrt, toVtt } = await import(
    '@atelier/server/features/transcriptions/subtitles/write-subtitles.ts'
  )
  const cues = toCues(phrases, { languageCode })
  return format === 'vtt' ? toVtt(cues) : toSrt(cues)
}

async function here(
  mediaPath: string,
  { language }: Options,
  bar: ProgressBar,
): Promise<LocalTranscript> {
  if (!/^en\b/i.test(language)) {
    throw new NotReady(
      'The embedded engine supports English only. Use a server with another engine.',
    )
  }
  const { openEnginesHere } = await import('./engines-here.ts')
  const { engines, close } = await openEnginesHere()
  const phrases: Phrase[] = []
  try {
    const { warnings } = await engines.transcribe(
      { mediaPath, startMs: 0, language: 'en' },
      {
        onProgress: (percent, stage) => bar.show(percent / 100, stage),
        onPart: (part) => {
          for (const { startMs, endMs, text, words } of part.phrases) {
            const timed = words.map(({ startMs: start, endMs: end, ...word }) => ({
              ...word,
              start,
              end,
            }))
            phrases.push({ start: startMs, end: endMs, text, words: timed })
          }
        },
      },
    )
    const subtitles = (format: 'srt' | 'vtt') => subtitlesHere(format, phrases, language)
    return { phrases, warnings, subtitles }
  } finally {
    await close()
  }
}

async function onServer(
  client: Atelier,
  path: string,
  { language }: Options,
  bar: ProgressBar,
): Promise<LocalTranscript> {
  bar.show(0, 'uploading')
  const asset = await client.assets.upload(await fileFrom(path))
  const { id } = await client.transcriptions.create({
    asset_id: asset.id,
    language_code: language,
  })
  const { payload } = await followTranscription(client, id, bar)
  const subtitles = async (requested_format: 'srt' | 'vtt') =>
    (await client.transcriptions.downloadSubtitles(id, { requested_format })).text()
  return { phrases: payload.phrases as Phrase[], warnings: [], subtitles }
}
