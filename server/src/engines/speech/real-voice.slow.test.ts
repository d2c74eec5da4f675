/** Uses the real weights, downloaded once (118 MB), in the real child process. */
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testModels } from '../../../test/models.ts'
import { sample } from '../../../test/soak.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { enginePool } from '../engine-process.ts'
import type { SpeechPart, SpeechRequest } from './run.ts'
import { embeddedVoices } from './voices.ts'

const folder = useFolder()
const pool = enginePool({ maxChildren: 1, maxResidentBytes: 2 * 2 ** 30, idleSeconds: 30 })
let kokoro: string

beforeAll(async () => {
  kokoro = await testModels.path('kokoro')
})

afterAll(() => pool.close())

function buildRequest(change: Partial<SpeechRequest>): SpeechRequest {
  const outputPath = join(folder, 'out')
  const request = { text: '', useSsml: false, voice: 'af_heart', speed: 1, format: 'wav' as const }
  return { ...request, outputPath, models: { kokoro }, ...change }
}

type Follow = Omit<Parameters<typeof pool.run<'speak'>>[2], 'timeoutSeconds'>

const speak = (request: SpeechRequest, follow: Follow = {}) =>
  pool.run('speak', request, { timeoutSeconds: 280, ...follow })

test('two sentences: sound where they are, silence between, no click, no clipping', async () => {
  const stages: string[] = []
  const parts: SpeechPart[] = []
  const request = buildRequest({ text: 'It is 5 p.m. Go home!', speed: 1.3, streamed: true })
  const result = await speak(request, {
    onProgress: (_, stage) => stages.push(stage),
    onPart: (part) => parts.push(part),
  })
  expect(result).toMatchObject({ sampleRate: 24_000, contentType: 'audio/wav', warnings: [] })
  expect(stages).toEqual([
    'loading the voice',
    'speaking sentence 1 of 2',
    'speaking sentence 2 of 2',
  ])
  const [first, second] = result.sentences
  if (!first || !second) throw new Error('a sentence is missing')
  expect([first.text, second.text]).toEqual(['It is 5 p.m.', 'Go home!'])
  expect(first.startMs).toBe(0)
  expect(second.startMs - first.endMs).toBe(200)
  expect(second.endMs).toBe(result.durationMs)
  expect(parts).toEqual([{ bytes: expect.any(Number), sentence: first }])
  expect(Math.round(((parts[0]?.bytes ?? 0) - 44) / 48)).toBe(first.endMs)

  const bytes = (await readFile(request.outputPath)).subarray(44)
  expect(Math.round(bytes.length / 48)).toBe(result.durationMs)
  const at = (sample: number) => bytes.readInt16LE(sample * 2) / 32_767
  const span = (fromMs: number, toMs: number) =>
    Array.from({ length: Math.floor((toMs - fromMs) * 24) }, (_, index) => at(fromMs * 24 + index))
  for (const { startMs, endMs } of [first, second]) {
    // Plausible durations, between slow and fast speech.
    expect(endMs - startMs).toBeGreaterThan(400)
    expect(endMs - startMs).toBeLessThan(2500)
    const speech = span(startMs, endMs)
    const peak = Math.max(...speech.map(Math.abs))
    expect(peak).toBeGreaterThan(0.1)
    expect(peak).toBeLessThan(1)
    const jump = (values: number[]) =>
      Math.max(...values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0))))
    expect(jump(speech.slice(0, 240))).toBeLessThan(jump(speech))
    expect(jump(speech.slice(-240))).toBeLessThan(jump(speech))
  }
  expect(span(first.endMs + 1, second.startMs - 1).every((value) => value === 0)).toBe(true)
})

const englishVoices = embeddedVoices
  .filter(({ language_code }) => language_code.startsWith('en'))
  .map(({ file }) => file)

test.each(sample(['bm_george'], englishVoices))(
  'SSML by %s as Opus, with the reported duration',
  async (voice) => {
    const text = '<speak>Yes.<break time="700ms"/><loud>No.</loud></speak>'
    const request = buildRequest({ text, useSsml: true, voice, format: 'opus' })
    const result = await speak(request)
    expect(result.contentType).toBe('audio/ogg')
    expect(result.warnings).toEqual([expect.stringContaining('<loud>')])
    expect((result.sentences[1]?.startMs ?? 0) - (result.sentences[0]?.endMs ?? 0)).toBe(700)
    const bytes = await readFile(request.outputPath)
    const preSkip = bytes.readUInt16LE(bytes.indexOf('OpusHead') + 10)
    const samples = Number(bytes.readBigUInt64LE(bytes.lastIndexOf('OggS') + 6)) - preSkip
    expect(Math.round(samples / 48)).toBe(result.durationMs)
  },
)

describe('rejected, naming the invalid field', () => {
  test.each<[Partial<SpeechRequest>, string, string]>([
    [{ text: ' \n ' }, 'text_empty', 'text'],
    [{ text: '🎉 — 🎉' }, 'nothing_to_speak', 'text'],
    [{ text: '<speak>&x;</speak>', useSsml: true }, 'bad_ssml', 'text'],
    [{ text: 'Hi', speed: 0.4 }, 'speed_out_of_range', 'speed'],
    [{ text: 'Hi', speed: Number.NaN }, 'speed_out_of_range', 'speed'],
    [{ text: 'Hi', voice: 'nobody' }, 'voice_unknown', 'voice'],
  ])('%o is %s', async (change, code, field) => {
    const outputPath = join(folder, 'refused')
    await expect(speak(buildRequest({ ...change, outputPath }))).rejects.toMatchObject({
      code,
      field,
    })
    await expect(access(outputPath)).rejects.toThrow()
  })

  test('a missing model fails, and a failed request leaves no partial file', async () => {
    const outputPath = join(folder, 'half')
    const models = { kokoro: join(folder, 'kokoro.onnx') }
    const missing = buildRequest({ text: 'Hi', models, outputPath })
    await expect(speak(missing)).rejects.toMatchObject({ code: 'model_unusable' })
    await expect(access(outputPath)).rejects.toThrow()
  })
})
