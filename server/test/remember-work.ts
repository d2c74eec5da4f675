import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { audioContentTypes, openAudioWriter } from '../src/engines/media/audio-writer.ts'
import type { SpeechPart, SpeechResult } from '../src/engines/speech/run.ts'
import type { TranscriptionPart } from '../src/engines/transcription/transcribe.ts'
import type { Engines } from '../src/engines.ts'

/** The JSON part of a result, and the files that the engine wrote. */
interface Work<T> {
  result: T
  files: string[]
}

interface Options {
  /** Replaces the seed of outpainting jobs, for tests that leave it to chance. */
  seed?: number
}

const remembering = new WeakMap<Engines, Options>()

/**
 * Makes a real model do each job only once per test run. The key of a job is the engine, every
 * field except the output path, and the bytes of the input files. The first test that asks runs the
 * model; later ones, in any test file, get a copy of its result. Errors aren't remembered.
 */
export function rememberWork(engines: Engines, given: Options = {}): void {
  const options = remembering.get(engines)
  // The console's test files share one service.
  if (options) return void Object.assign(options, given)
  const current = { ...given }
  remembering.set(engines, current)
  const { removeBackground, outpaint, speak, transcribe } = engines

  engines.removeBackground = (job, follow = {}) =>
    once('background', job, follow, async () => {
      const result = await removeBackground(job, follow)
      return { result, files: [job.outputPath] }
    }).then(({ result, files }) => copyFiles(files, [job.outputPath], result))

  engines.outpaint = (asked, follow = {}) => {
    const job = { ...asked, ...current }
    return once('outpainting', job, follow, async () => {
      const result = await outpaint(job, follow)
      return { result, files: result.results.map(({ path }) => path) }
    }).then(({ result, files }) => {
      const paths = files.map((_, index) => `${job.outputPath}-${index}`)
      const results = result.results.map((one, index) => ({ ...one, path: paths[index] as string }))
      return copyFiles(files, paths, { ...result, results })
    })
  }

  // The model speaks each text once; every format is encoded from that.
  engines.speak = async (job, { onPart, ...follow } = {}) => {
    const { sampleRate: _, bitRate: __, streamed: ___, ...rest } = job
    const asWav = { ...rest, format: 'wav' as const }
    const { result, files } = await once('speech', asWav, follow, async () => {
      const result = await speak(asWav, follow)
      return { result, files: [job.outputPath] }
    })
    await encode(files[0] as string, job, result, onPart)
    return { ...result, contentType: audioContentTypes[job.format] }
  }

  engines.transcribe = async (job, { onPart, ...follow } = {}) => {
    const fresh: TranscriptionPart[] = []
    const { result } = await once('transcription', job, follow, async () => {
      const facts = await transcribe(job, {
        ...follow,
        onPart: (part) => {
          fresh.push(part)
          onPart?.(part)
        },
      })
      return { result: { facts, parts: fresh }, files: [] }
    })
    if (fresh.length === 0) for (const part of result.parts) onPart?.(part)
    return result.facts
  }
}

/** Returns the remembered work, or does it if nobody has yet. */
async function once<T>(
  engine: string,
  job: object,
  { signal }: { signal?: AbortSignal | undefined },
  work: () => Promise<Work<T>>,
): Promise<Work<T>> {
  const folder = join(inject('workFolder'), await hashWork(engine, job))
  for (;;) {
    const found = await read<T>(folder)
    if (found) return found
    // Someone in another worker may be doing it.
    const isMine = await mkdir(`${folder}.lock`).then(
      () => true,
      () => false,
    )
    if (!isMine) {
      await sleep(100, undefined, signal && { signal })
      continue
    }
    try {
      if (!(await read(folder))) await keep(folder, await work())
    } finally {
      await rmdir(`${folder}.lock`)
    }
  }
}

async function hashWork(engine: string, job: object): Promise<string> {
  const hash = createHash('sha256').update(engine)
  const fields = Object.entries(job).filter(([name]) => name !== 'outputPath')
  for (const [name, value] of fields.sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === undefined) continue
    hash.update(`\n${name} `)
    hash.update(name.endsWith('Path') ? await hashOfFile(value) : JSON.stringify(value))
  }
  return hash.digest('hex')
}

async function hashOfFile(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

async function read<T>(folder: string): Promise<Work<T> | undefined> {
  const text = await readFile(join(folder, 'work.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { result, count } = JSON.parse(text) as { result: T; count: number }
  const files = Array.from({ length: count }, (_, index) => join(folder, String(index)))
  return { result, files }
}

/** A rename makes it visible as a whole. */
async function keep<T>(folder: string, { result, files }: Work<T>): Promise<void> {
  const draft = `${folder}-${randomUUID()}`
  await mkdir(draft)
  for (const [index, path] of files.entries()) await copyFile(path, join(draft, String(index)))
  await writeFile(join(draft, 'work.json'), JSON.stringify({ result, count: files.length }))
  await rename(draft, folder)
}

const wavHeaderBytes = 44

type SpeechRequest = Parameters<Engines['speak']>[0]

/** Sentence by sentence, like the engine. */
async function encode(
  wavPath: string,
  { outputPath, format, bitRate, streamed, ...job }: SpeechRequest,
  { sampleRate: sourceRate, sentences }: SpeechResult,
  onPart?: (part: SpeechPart) => void,
) {
  const wav = await readFile(wavPath)
  const sampleRate = job.sampleRate ?? sourceRate
  const settings = { format, sampleRate, sourceRate, bitRate, streamed }
  const writer = await openAudioWriter(outputPath, settings)
  const samples = new Float32Array((wav.length - wavHeaderBytes) / 2)
  for (const index of samples.keys()) {
    samples[index] = wav.readInt16LE(wavHeaderBytes + index * 2) / 32_767
  }
  let written = 0
  for (const sentence of sentences.slice(0, -1)) {
    const end = Math.round((sentence.endMs / 1000) * sourceRate)
    await writer.write(samples.subarray(written, end))
    written = end
    if (!streamed) continue
    await writer.flush()
    onPart?.({ bytes: (await stat(outputPath)).size, sentence })
  }
  await writer.write(samples.subarray(written))
  await writer.finish()
}

async function copyFiles<T>(files: string[], paths: string[], result: T): Promise<T> {
  for (const [index, path] of paths.entries()) await copyFile(files[index] as string, path)
  return result
}
