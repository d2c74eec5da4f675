/** An hour of speech, silence and music with the real models, in their child process. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testModels } from '../../../test/models.ts'
import { isSoak } from '../../../test/soak.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { enginePool } from '../engine-process.ts'
import type { SpokenSentence } from '../speech/speak.ts'
import type { TranscriptionModels } from './open-listener.ts'
import type { Word } from './split-phrases.ts'
import { spokenForm } from './spoken-form.ts'
import { decoded, type Repeat, writeMusic, writeRepeated, writeSilence } from './test-recordings.ts'

const minutes = 60
/** Each sentence starts with a word that no other sentence has. */
const text =
  'Tomorrow the committee will discuss the annual budget. Several members have asked for more time ' +
  'to read the report. Meanwhile, ferries to the northern islands will resume before the weekend. ' +
  'Fishermen remain cautious, because the same forecast was wrong last winter. ' +
  'Nobody expected the storm to turn east so late in the year. ' +
  'Visitors can still buy tickets at the small office beside the harbour.'

const folder = useFolder()
const pool = enginePool({ maxChildren: 1, maxResidentBytes: 2 * 2 ** 30, idleSeconds: 60 })
afterAll(() => pool.close())

/** The largest resident memory of a child of this process so far, in bytes. */
function peakOfChildren(): number {
  // Each thread lists its own children, and tests run in threads.
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  const peaks = children.map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  })
  return Math.max(0, ...peaks)
}

async function transcribe(mediaPath: string, models: TranscriptionModels) {
  const words: Word[] = []
  /** The peak when a tenth of the recording was done, and at the end. */
  let [earlyBytes, peakBytes] = [0, 0]
  const result = await pool.run(
    'transcribe',
    { mediaPath, startMs: 0, models, language: 'en' },
    {
      timeoutSeconds: 4 * 3600,
      onPart: ({ phrases }) => words.push(...phrases.flatMap((phrase) => phrase.words)),
      onProgress: (percent) => {
        peakBytes = peakOfChildren()
        if (percent <= 10) earlyBytes = peakBytes
      },
    },
  )
  return { result, words, earlyBytes, peakBytes }
}

const plain = (word: string) => spokenForm(word).join(' ')
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

describe.skipIf(!isSoak).each(['moonshine', 'whisper'])('%s', (engine) => {
  let models: TranscriptionModels
  beforeAll(async () => {
    const silero = await testModels.path('silero')
    models =
      engine === 'moonshine'
        ? { silero, moonshine: await testModels.path('moonshine') }
        : {
            silero,
            whisper: { path: await testModels.path('whisper-base.en'), version: 'base.en' },
          }
  })

  test.each([
    ['ten minutes of silence', writeSilence],
    ['ten minutes of music', writeMusic],
  ])('%s: no text', async (name, write) => {
    const path = join(folder, `${name}.wav`)
    write(path, 600)
    const { result, words } = await transcribe(path, models)
    expect(words.map((word) => word.text)).toEqual([])
    expect(result).toMatchObject({
      durationMs: 600_000,
      warnings: ['No speech was found in the file.'],
    })
  })

  test(`${minutes} minutes of speech: no drift, no text in pauses, no growing memory`, async () => {
    const { sentences, repeats, path } = await longRecording()
    const startedAt = Date.now()
    const { words, earlyBytes, peakBytes } = await transcribe(path, models)
    const seconds = (Date.now() - startedAt) / 1000

    const offsets = repeats.flatMap((repeat) => measureOffsets(repeat, sentences, words))
    const last = measureOffsets(repeats.at(-1) as Repeat, sentences, words)
    const inPauses = words.filter(({ startMs, endMs }) => {
      const middleMs = (startMs + endMs) / 2
      return !repeats.some((one) => middleMs > one.startMs - 500 && middleMs < one.endMs + 500)
    })
    const expected = repeats.length * sentences.length
    const largest = Math.max(...offsets.map(Math.abs))
    process.stdout.write(
      `${engine}: ${repeats.length} repeats, ${words.length} words in ${seconds.toFixed(0)} s, ` +
        `peak ${megabytes(peakBytes)} (${megabytes(earlyBytes)} after a tenth), ` +
        `${offsets.length} of ${expected} sentences found, off by ${largest.toFixed(0)} ms at most, ` +
        `${Math.max(...last.map(Math.abs)).toFixed(0)} ms in the last minute\n`,
    )
    expect(inPauses.map((word) => word.text)).toEqual([])
    expect(offsets.length).toBeGreaterThan(expected * 0.95)
    expect(last.length).toBeGreaterThan(sentences.length / 2)
    expect(Math.max(...last.map(Math.abs))).toBeLessThan(300)
    expect(peakBytes - earlyBytes).toBeLessThan(100 * 2 ** 20)
  })
})

let recording: { sentences: SpokenSentence[]; repeats: Repeat[]; path: string } | undefined

/** Spoken by our own voice, which reports where each sentence starts. */
async function longRecording() {
  if (recording) return recording
  const outputPath = join(folder, 'clip.wav')
  const kokoro = await testModels.path('kokoro')
  const request = { text, useSsml: false, voice: 'af_heart', speed: 1, format: 'wav' as const }
  const { sentences } = await pool.run(
    'speak',
    { ...request, outputPath, models: { kokoro } },
    { timeoutSeconds: 1200 },
  )
  const path = join(folder, 'long.wav')
  recording = { sentences, path, repeats: writeRepeated(path, decoded(outputPath), minutes) }
  return recording
}

/** How much later each sentence's first word was heard than it was said, if it was heard. */
function measureOffsets(repeat: Repeat, sentences: SpokenSentence[], words: Word[]): number[] {
  return sentences.flatMap((sentence) => {
    const saidMs = repeat.startMs + sentence.startMs
    const first = plain(sentence.text.split(/[\s,]/)[0] ?? '')
    const heard = words.find(
      (word) => plain(word.text) === first && Math.abs(word.startMs - saidMs) < 5_000,
    )
    return heard ? [heard.startMs - saidMs] : []
  })
}
