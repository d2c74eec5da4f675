import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { testModels } from '../../../test/models.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { enginePool } from '../engine-process.ts'
import { writeWav } from '../media/test-wav.ts'
import type { TranscriptionModels } from './open-listener.ts'
import { run } from './run.ts'
import { spokenForm } from './spoken-form.ts'
import type { TranscriptionPart } from './transcribe.ts'

/**
 * Generated with flite: thirteen words joined with known silences, 2.6 s of silence, a sentence,
 * one second of silence, another sentence.
 */
const speech = join(import.meta.dirname, 'test-files/speech.ogg')
const durationMs = 21_735
const joinedWords: [word: string, startMs: number, endMs: number][] = [
  ['he', 210, 387],
  ['opened', 734, 1187],
  ['the', 1704, 1840],
  ['door', 2110, 2600],
  ['slowly', 3012, 3515],
  ['looked', 3718, 4174],
  ['around', 4497, 5133],
  ['and', 5464, 5836],
  ['walked', 6154, 6631],
  ['into', 7041, 7514],
  ['the', 7671, 7807],
  ['dark', 8246, 8601],
  ['room', 9039, 9411],
]
const sentences =
  'the train to london leaves at seven in the morning every single day ' +
  'we have to finish this report before the end of the week'

const folder = useFolder()

let models: TranscriptionModels
beforeAll(async () => {
  models = {
    moonshine: await testModels.path('moonshine'),
    silero: await testModels.path('silero'),
  }
})

async function transcribed(mediaPath: string, startMs = 0) {
  const parts: TranscriptionPart[] = []
  const stages: string[] = []
  const onProgress = (percent: number, stage: string) => stages.push(`${percent} ${stage}`)
  const { signal } = new AbortController()
  const tools = { onPart: (part: TranscriptionPart) => void parts.push(part), onProgress, signal }
  const result = await run({ mediaPath, startMs, models }, tools)
  return { result, parts, stages, words: listWords(parts) }
}

function listWords(parts: TranscriptionPart[]) {
  return parts.flatMap(({ phrases }) => phrases.flatMap(({ words }) => words))
}

const plain = (text: string) => spokenForm(text).join(' ')

/** Minimum number of word substitutions, deletions and insertions. */
function wordErrors(heard: string[], said: string[]): number {
  let row = said.map((_, at) => at + 1)
  for (const [at, word] of heard.entries()) {
    let [diagonal, left] = [at, at + 1]
    row = said.map((other, column) => {
      const above = row[column] ?? 0
      left = Math.min(above + 1, left + 1, diagonal + (word === other ? 0 : 1))
      diagonal = above
      return left
    })
  }
  return row.at(-1) ?? heard.length
}

describe('speech', () => {
  let whole: Awaited<ReturnType<typeof transcribed>>
  beforeAll(async () => {
    whole = await transcribed(speech)
  })

  test('is understood', () => {
    const said = [...joinedWords.map(([word]) => word), ...sentences.split(' ')]
    // Allows one error in ten words, because results vary slightly between CPUs.
    const heard = whole.words.map(({ text }) => plain(text))
    expect(wordErrors(heard, said), heard.join(' ')).toBeLessThanOrEqual(said.length / 10)
    for (const { confidence } of whole.words) {
      expect(confidence).toBeGreaterThan(0)
      expect(confidence).toBeLessThanOrEqual(1)
    }
  })

  test('every word is where it was said, within 0.1 s', () => {
    const found = joinedWords.flatMap(([word, startMs, endMs]) => {
      const near = (said: { startMs: number }) => Math.abs(said.startMs - startMs) < 1000
      const heard = whole.words.find((one) => plain(one.text) === word && near(one))
      if (!heard) return []
      expect(Math.abs(heard.startMs - startMs), `start of ${word}`).toBeLessThan(100)
      expect(Math.abs(heard.endMs - endMs), `end of ${word}`).toBeLessThan(100)
      return [word]
    })
    expect(found.length).toBeGreaterThanOrEqual(12)
  })

  test('comes in phrases, in order, and not across a pause', () => {
    const phrases = whole.parts.flatMap((part) => part.phrases)
    expect(phrases.length).toBeGreaterThanOrEqual(3)
    const times = phrases.flatMap(({ words }) =>
      words.flatMap((word) => [word.startMs, word.endMs]),
    )
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    for (const { startMs, endMs, text, words } of phrases) {
      expect([startMs, endMs]).toEqual([words[0]?.startMs, words.at(-1)?.endMs])
      expect(text).toBe(words.map((word) => word.text).join(' '))
      const isAcross = (pauseMs: number) => startMs < pauseMs && endMs > pauseMs
      expect(isAcross(11_000) || isAcross(17_700)).toBe(false)
    }
  })

  test('is handed over as it is finished', () => {
    const done = whole.parts.map(({ doneMs }) => doneMs)
    expect(done.length).toBeGreaterThan(1)
    expect(done).toEqual([...new Set(done)].toSorted((one, other) => one - other))
    expect(done.at(-1)).toBe(durationMs)
    for (const [at, { phrases, doneMs }] of whole.parts.entries()) {
      const fromMs = whole.parts[at - 1]?.doneMs ?? 0
      for (const { startMs, endMs } of phrases) {
        expect(startMs).toBeGreaterThanOrEqual(fromMs)
        expect(endMs).toBeLessThanOrEqual(doneMs)
      }
    }
    const engine = { name: 'moonshine', version: 'tiny', device: 'cpu' }
    expect(whole.result).toEqual({ durationMs, engine, language: 'en', warnings: [] })
    expect(whole.stages[0]).toMatch(/^\d+ transcribing 0:\d\d of 0:21$/)
  })

  test('resumes where another process was killed, with the same words', async () => {
    const pool = enginePool({ maxChildren: 1, maxResidentBytes: 2 ** 31, idleSeconds: 60 })
    const kept: TranscriptionPart[] = []
    const kill = new AbortController()
    const onPart = (part: TranscriptionPart) => {
      if (kill.signal.aborted) return
      kept.push(part)
      if (part.phrases.length > 0) kill.abort()
    }
    const options = { timeoutSeconds: 60, signal: kill.signal, onPart }
    const killed = pool.run('transcribe', { mediaPath: speech, startMs: 0, models }, options)
    await expect(killed).rejects.toMatchObject({ code: 'cancelled' })
    await pool.close()

    const startMs = kept.at(-1)?.doneMs ?? 0
    expect(startMs).toBeGreaterThan(9_000)
    expect(startMs).toBeLessThan(13_000)
    const rest = await transcribed(speech, startMs)
    expect(rest.result.durationMs).toBe(durationMs)
    expect([...listWords(kept), ...rest.words]).toEqual(whole.words)
  })
})

describe('without speech', () => {
  test.each([
    ['silence', () => 0],
    ['a hum', (at: number) => 0.2 * Math.sin(at / 50)],
    ['noise', (at: number) => 0.1 * Math.sin(at * at)],
  ])('%s gives a warning, not an error', async (name, valueAt) => {
    const path = join(folder, `${name}.wav`)
    writeFileSync(
      path,
      writeWav(16_000, [Float32Array.from({ length: 80_000 }, (_, at) => valueAt(at))]),
    )
    const { result, words, parts } = await transcribed(path)
    expect(words).toEqual([])
    expect(result).toMatchObject({
      durationMs: 5_000,
      warnings: ['No speech was found in the file.'],
    })
    expect(parts.at(-1)?.doneMs).toBe(5_000)
  })

  test('too_long, before anything is decoded', async () => {
    const path = join(folder, 'long.wav')
    const bytes = 44 + (4 * 3600 + 1) * 16_000 * 4
    const header = writeWav(16_000, [new Float32Array(1)])
    header.writeUInt32LE(bytes - 8, 4)
    header.writeUInt32LE(bytes - 44, 40)
    writeFileSync(path, header)
    // A sparse file takes no disk space.
    truncateSync(path, bytes)
    await expect(transcribed(path)).rejects.toMatchObject({ code: 'too_long' })
  })

  test('a damaged file gives a warning', async () => {
    const path = join(folder, 'damaged.mp4')
    writeFileSync(path, 'nothing that was ever recorded')
    await expect(transcribed(path)).rejects.toMatchObject({ code: 'not_media' })
  })
})
