import { openAsBlob } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Phrase } from '@atelier/server/engines/transcription/adapters/transcription-engine.ts'
import { Command } from 'commander'
import { NotReady, ServerRefused } from './errors.ts'
import { print } from './output.ts'
import { type ProgressBar, progressBar } from './progress-bar.ts'
import {
  callServer,
  type Target,
  targetOf,
  uploadFile,
  withServerOptions,
} from './server-client.ts'

interface Options {
  output?: string
  language: string
  url?: string
  key?: string
  json?: boolean
}

export function transcribeCommand(): Command {
  return withServerOptions(new Command('transcribe'))
    .description('write down what is said in a recording or a film')
    .argument('<file>', 'sound or film, in any format that FFmpeg reads')
    .option('-o, --output <file>', 'a .srt, .vtt, .txt or .json file (default: the text is shown)')
    .option('--language <code>', 'what is spoken; the embedded engine hears English', 'en-US')
    .addHelpText('after', '\nExample:\n  atelier transcribe talk.mp4 -o talk.srt')
    .action(transcribe)
}

async function transcribe(path: string, options: Options, command: Command): Promise<void> {
  const ending = options.output?.split('.').at(-1)?.toLowerCase()
  if (ending !== undefined && !['srt', 'vtt', 'txt', 'json'].includes(ending)) {
    command.error('The output must end with .srt, .vtt, .txt or .json.')
  }
  await access(path).catch(() => {
    throw new NotReady(`There is no file at ${path}.`)
  })
  const target = targetOf(options)
  const bar = progressBar(basename(path))
  const work = target ? onServer(target, path, options, bar) : here(path, options, bar)
  const { phrases, warnings } = await work.finally(bar.end)
  for (const warning of warnings) process.stderr.write(`Note: ${warning}\n`)
  const text = phrases.map((phrase) => phrase.text).join('\n')
  if (options.output === undefined) return print(options.json, { phrases }, text)
  await writeFile(options.output, await written(ending as string, phrases, options.language, text))
  const words = text.split(/\s+/).filter(Boolean).length
  print(
    options.json,
    { path: options.output, phrases: phrases.length, words },
    `${options.output}  ${words} words in ${phrases.length} phrases`,
  )
}

async function written(ending: string, phrases: Phrase[], languageCode: string, text: string) {
  if (ending === 'txt') return `${text}\n`
  if (ending === 'json') return `${JSON.stringify({ phrases }, null, 2)}\n`
  const { toCues } = await import('@atelier/server/features/transcriptions/subtitles/to-cues.ts')
  const { toSrt, toVtt } = await import(
    '@atelier/server/features/transcriptions/subtitles/write-subtitles.ts'
  )
  const cues = toCues(phrases, { languageCode })
  return ending === 'vtt' ? toVtt(cues) : toSrt(cues)
}

interface Heard {
  phrases: Phrase[]
  warnings: string[]
}

async function here(mediaPath: string, { language }: Options, bar: ProgressBar): Promise<Heard> {
  if (!/^en\b/i.test(language)) {
    throw new NotReady('The embedded engine hears English only; use a server with another engine.')
  }
  const { openEnginesHere } = await import('./engines-here.ts')
  const { engines, close } = await openEnginesHere()
  const phrases: Phrase[] = []
  try {
    const { warnings } = await engines.transcribe(
      { mediaPath, startMs: 0 },
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
    return { phrases, warnings }
  } finally {
    await close()
  }
}

async function onServer(
  target: Target,
  path: string,
  { language }: Options,
  bar: ProgressBar,
): Promise<Heard> {
  bar.show(0, 'uploading')
  const asset = await uploadFile(target, await openAsBlob(path), basename(path))
  const body = { asset_id: asset.id, language_code: language }
  const { id } = await callServer(target, 'POST', '/api/v1/transcription/transcribe', body)
  for (;;) {
    const record = await callServer(target, 'GET', `/api/v1/transcription/${id}`)
    if (record.job_status === 'DONE') return { phrases: record.payload.phrases, warnings: [] }
    if (record.job_status === 'FAILED') {
      const [error] = record.errors
      throw new ServerRefused(422, error?.code ?? 'failed', error?.message ?? 'It failed.')
    }
    bar.show(record.percent / 100, record.job_status.toLowerCase())
    await sleep(500)
  }
}
