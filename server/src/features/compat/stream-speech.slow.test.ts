import { type ElevenLabs, ElevenLabsClient } from '@elevenlabs/elevenlabs-js'
import OpenAI, { toFile } from 'openai'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sampleText } from '../../../test/samples.ts'
import { downloadFile } from '../../../test/tool-runs.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { audioFormats } from '../../engines/media/audio-writer.ts'
import type { Engines } from '../../engines.ts'
import { measureDurationMs, useCompat } from './test-compat.ts'

/** Two sentences, which the model has often spoken for other tests. */
const text = sampleText
const rachel = '21m00Tcm4TlvDq8ikWAM'

const { service, mia, at } = useCompat()
let openAi: OpenAI
let elevenLabs: ElevenLabsClient
let speak: Engines['speak']
let subscriptions = 0

beforeAll(() => {
  openAi = new OpenAI({ apiKey: mia.key, baseURL: `${at.url}/v1`, maxRetries: 0 })
  elevenLabs = new ElevenLabsClient({ apiKey: mia.key, baseUrl: at.url, maxRetries: 0 })
  speak = service.deps.engines.speak
  const { bus } = service.deps
  const subscribe = bus.subscribe.bind(bus)
  bus.subscribe = (topic, onMessage) => {
    subscriptions++
    const unsubscribe = subscribe(topic, onMessage)
    return () => {
      subscriptions--
      unsubscribe()
    }
  }
})

afterEach(async () => {
  service.deps.engines.speak = speak
  await expect.poll(() => partsLeft()).toEqual([])
  await expect.poll(() => subscriptions).toBe(0)
})

async function partsLeft(): Promise<string[]> {
  const keys: string[] = []
  for await (const some of service.deps.storage.list()) keys.push(...some)
  return keys.filter((key) => key.startsWith('speech-parts/'))
}

/** The engine has spoken, but its run ends only as the test says. */
function holdSpeech() {
  const ends: PromiseWithResolvers<void>[] = []
  const change = { bitRate: 0 }
  service.deps.engines.speak = async (job, follow) => {
    const end = Promise.withResolvers<void>()
    // It may fail before it is awaited.
    end.promise.catch(() => {})
    ends.push(end)
    const { bitRate } = change
    const result = await speak(bitRate ? { ...job, bitRate } : job, follow)
    await end.promise
    return result
  }
  const latest = () => ends.at(-1) as PromiseWithResolvers<void>
  return {
    change,
    runs: () => ends.length,
    finish: () => latest().resolve(),
    fail: (retryable: boolean) =>
      latest().reject(new EngineError('engine_crashed', 'The engine stopped.', { retryable })),
  }
}

async function latestTask() {
  const path = '/api/v1/tasks?kind=speech&page_size=1'
  return (await service.call('GET', path, { key: mia.key })).body.results[0]
}

const isRunning = expect.stringMatching(/^(STARTED|PROGRESS)$/)

const say = async (more: object = {}, options: OpenAI.RequestOptions = {}) => {
  const body = { model: 'tts-1', voice: 'marin', input: text, ...more } as const
  const response = await openAi.audio.speech.create(body, options)
  return (response.body as ReadableStream<Uint8Array>)[Symbol.asyncIterator]()
}

async function readRest<Chunk>(chunks: AsyncIterator<Chunk>): Promise<Chunk[]> {
  const all: Chunk[] = []
  for (;;) {
    const { done, value } = await chunks.next()
    if (done) return all
    all.push(value)
  }
}

/** The file of the task, which has to be the streamed bytes but for the lengths in a header. */
async function expectFileOfTask(streamed: Buffer, format: string) {
  const task = await latestTask()
  expect(task.state).toBe('SUCCESS')
  const [{ url, duration_ms }] = task.result.result
  const file = await downloadFile(service, url)
  const headerBytes = format === 'wav' || format === 'flac' ? 64 : 0
  expect(streamed.length).toBe(file.length)
  expect(streamed.subarray(headerBytes).equals(file.subarray(headerBytes))).toBe(true)
  if (format === 'pcm') return expect(streamed.length / 48).toBeCloseTo(duration_ms, -1)
  expect(Math.abs((await measureDurationMs(service, streamed)) - duration_ms)).toBeLessThan(100)
}

describe('OpenAI’s client', () => {
  test.each([...audioFormats])('%s starts before the task ends', async (response_format) => {
    const held = holdSpeech()
    const chunks = await say({ response_format })
    const first = (await chunks.next()).value as Uint8Array
    expect(await latestTask()).toMatchObject({ state: isRunning, finished_at: null })
    held.finish()
    const streamed = Buffer.concat([first, ...(await readRest(chunks))])
    expect(first.length).toBeLessThan(streamed.length)
    await expectFileOfTask(streamed, response_format)
    if (response_format !== 'mp3') return
    const file = await toFile(streamed, 'talk.mp3')
    const heard = await openAi.audio.transcriptions.create({ file, model: 'whisper-1' })
    const words = heard.text.toLowerCase()
    for (const word of ['autumn', 'here', 'hold']) expect(words).toContain(word)
  })

  test('server-sent events start before the task ends', async () => {
    const held = holdSpeech()
    const chunks = await say({ stream_format: 'sse' })
    const first = Buffer.from((await chunks.next()).value as Uint8Array).toString()
    expect(first).toContain('speech.audio.delta')
    expect(await latestTask()).toMatchObject({ state: isRunning })
    held.finish()
    const rest = Buffer.concat(await readRest(chunks)).toString()
    expect(rest.trimEnd().endsWith('data: {"type":"speech.audio.done"}')).toBe(true)
  })

  test('a client that leaves in the middle cancels the task', async () => {
    const held = holdSpeech()
    const leaving = new AbortController()
    const chunks = await say({}, { signal: leaving.signal })
    await chunks.next()
    leaving.abort()
    await expect(readRest(chunks)).rejects.toThrow()
    await expect.poll(async () => (await latestTask()).state).toBe('REVOKED')
    held.finish()
  })

  test('a failure before the first sentence is an error of the client', async () => {
    const refused = await say({ input: '🎉 — 🎉' }).catch((error) => error)
    expect(refused).toBeInstanceOf(OpenAI.APIError)
    expect([refused.status, refused.param, refused.code]).toEqual([
      400,
      'input',
      'nothing_to_speak',
    ])
  })

  test('a failure after it breaks the stream', async () => {
    const held = holdSpeech()
    const chunks = await say()
    await chunks.next()
    held.fail(false)
    await expect(readRest(chunks)).rejects.toThrow()
    expect(await latestTask()).toMatchObject({ state: 'FAILURE' })
  })

  test('a worker that takes over continues the stream', async () => {
    const held = holdSpeech()
    const chunks = await say()
    const first = (await chunks.next()).value as Uint8Array
    held.fail(true)
    await expect.poll(held.runs).toBe(2)
    held.finish()
    await expectFileOfTask(Buffer.concat([first, ...(await readRest(chunks))]), 'mp3')
    expect(await latestTask()).toMatchObject({ attempts: 2 })
  })

  test('a worker that takes over and makes other audio breaks the stream', async () => {
    const held = holdSpeech()
    const chunks = await say()
    await chunks.next()
    held.change.bitRate = 32_000
    held.fail(true)
    await expect.poll(held.runs).toBe(2)
    held.finish()
    await expect(readRest(chunks)).rejects.toThrow()
    expect(await latestTask()).toMatchObject({ state: 'SUCCESS' })
  })
})

describe('ElevenLabs’ client', () => {
  test('stream starts before the task ends', async () => {
    const held = holdSpeech()
    const stream = await elevenLabs.textToSpeech.stream(rachel, { text })
    const chunks = stream[Symbol.asyncIterator]()
    const first = (await chunks.next()).value as Uint8Array
    expect(await latestTask()).toMatchObject({ state: isRunning })
    held.finish()
    await expectFileOfTask(Buffer.concat([first, ...(await readRest(chunks))]), 'mp3')
  })

  test('with timestamps: each line has the characters of its audio', async () => {
    const held = holdSpeech()
    const stream = await elevenLabs.textToSpeech.streamWithTimestamps(rachel, { text })
    const lines = stream[Symbol.asyncIterator]()
    const first = (await lines.next()).value as ElevenLabs.StreamingAudioChunkWithTimestampsResponse
    const start = first.alignment?.characters.join('') ?? ''
    expect([text.startsWith(start), start.endsWith('.')]).toEqual([true, true])
    expect(start.length).toBeLessThan(text.length)
    expect(await latestTask()).toMatchObject({ state: isRunning })
    held.finish()
    const all = [first, ...(await readRest(lines))]
    const audio = all.map(({ audioBase64 }) => Buffer.from(audioBase64, 'base64'))
    await expectFileOfTask(Buffer.concat(audio), 'mp3')
    expect(all.flatMap(({ alignment }) => alignment?.characters ?? []).join('')).toBe(text)
    const starts = all.flatMap(({ alignment }) => alignment?.characterStartTimesSeconds ?? [])
    expect(starts.toSorted((a, b) => a - b)).toEqual(starts)
  })
})
