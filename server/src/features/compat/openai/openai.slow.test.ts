import OpenAI, { toFile } from 'openai'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../../../../test/harness.ts'
import { samplePng, sampleText } from '../../../../test/samples.ts'
import { measureDurationMs } from '../test-compat.ts'
import { catchApiError, readBytes, useOpenAi } from './test-openai.ts'

const { service, mia, clientWith, own } = useOpenAi()

const speak = (more: object = {}) =>
  own.client.audio.speech.create({ model: 'tts-1', voice: 'marin', input: sampleText, ...more })

describe('models', () => {
  test('list and read', async () => {
    const ids: string[] = []
    for await (const { id } of own.client.models.list()) ids.push(id)
    expect(ids).toEqual(expect.arrayContaining(['tts-1', 'whisper-1', 'gpt-image-1']))
    expect(await own.client.models.retrieve('whisper-1')).toMatchObject({ object: 'model' })
    expect(await catchApiError(own.client.models.retrieve('gpt-9'))).toBeInstanceOf(
      OpenAI.NotFoundError,
    )
  })
})

describe('speech', () => {
  test.each([
    ['mp3', 'audio/mpeg', /^(\xff[\xf2-\xfb]|ID3)/],
    ['wav', 'audio/wav', /^RIFF/],
    ['opus', 'audio/ogg', /^OggS/],
    ['aac', 'audio/aac', /^\xff[\xf0-\xf9]/],
    ['flac', 'audio/flac', /^fLaC/],
  ] as const)('%s plays for as long as the words', async (format, type, start) => {
    const response = await speak({ response_format: format })
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('x-request-id')).toBeTruthy()
    const bytes = await readBytes(response)
    expect(bytes.toString('latin1', 0, 4)).toMatch(start)
    const durationMs = await measureDurationMs(service, bytes)
    expect(durationMs).toBeGreaterThan(2000)
    expect(durationMs).toBeLessThan(6000)
  })

  test('pcm has 24,000 samples of 16 bits a second', async () => {
    const bytes = await readBytes(await speak({ response_format: 'pcm' }))
    const seconds = bytes.length / 2 / 24_000
    expect(seconds).toBeGreaterThan(2)
    expect(seconds).toBeLessThan(6)
  })

  test('the default is mp3; the body can be read as a stream, and as server-sent events', async () => {
    const whole = await readBytes(await speak())
    const chunks: Uint8Array[] = []
    for await (const chunk of (await speak()).body as ReadableStream<Uint8Array>) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(whole)).toBe(true)
    const text = (await readBytes(await speak({ stream_format: 'sse' }))).toString()
    const events = text
      .split('\n\n')
      .filter(Boolean)
      .map((one) => JSON.parse(one.slice(6)))
    expect(events.at(-1)).toEqual({ type: 'speech.audio.done' })
    const audio = events.slice(0, -1).map((event) => Buffer.from(event.audio, 'base64'))
    expect(Buffer.concat(audio).equals(whole)).toBe(true)
  })

  test('a repeated Idempotency-Key returns the same audio from the same task', async () => {
    const headers = { 'idempotency-key': 'speech-1' }
    const body = { model: 'tts-1', voice: 'marin', input: sampleText } as const
    const first = await readBytes(await own.client.audio.speech.create(body, { headers }))
    const again = await readBytes(await own.client.audio.speech.create(body, { headers }))
    expect(first.equals(again)).toBe(true)
    const other = own.client.audio.speech.create({ ...body, input: 'Another.' }, { headers })
    expect(await catchApiError(other)).toBeInstanceOf(OpenAI.UnprocessableEntityError)
  })

  test('a client that leaves cancels its task', async () => {
    const leaving = new AbortController()
    const text = `${sampleText} `.repeat(200)
    const speaking = own.client.audio.speech.create(
      { model: 'tts-1', voice: 'marin', input: text },
      { signal: leaving.signal },
    )
    const rejected = expect(speaking).rejects.toBeInstanceOf(OpenAI.APIUserAbortError)
    const running = () =>
      service.call('GET', '/api/v1/tasks?kind=speech&page_size=1', { key: mia.key })
    await expect
      .poll(async () => (await running()).body.results[0]?.status)
      .toMatch(/^(STARTED|PROGRESS)$/)
    leaving.abort()
    await rejected
    await expect.poll(async () => (await running()).body.results[0]?.state).toBe('REVOKED')
  })
})

describe('transcriptions', () => {
  let spoken: Buffer
  beforeAll(async () => {
    spoken = await readBytes(await speak({ response_format: 'wav' }))
  })
  const transcribe = async (more: object = {}) =>
    own.client.audio.transcriptions.create({
      file: await toFile(spoken, 'talk.wav'),
      model: 'whisper-1',
      ...more,
    })

  test('our own speech is understood, and all formats say the same', async () => {
    const { text } = await transcribe()
    expect(text.toLowerCase()).toContain('autumn mug')
    expect(String(await transcribe({ response_format: 'text' })).trim()).toBe(text)
    const srt = String(await transcribe({ response_format: 'srt' }))
    expect(srt).toMatch(/^1\n\d\d:\d\d:\d\d,\d{3} --> /)
    const vtt = String(await transcribe({ response_format: 'vtt' }))
    expect(vtt).toMatch(/^WEBVTT\n/)
    const verbose = (await transcribe({
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
      language: 'en',
    })) as OpenAI.Audio.TranscriptionVerbose
    expect(verbose).toMatchObject({ text, language: 'english' })
    expect(Number(verbose.duration)).toBeGreaterThan(1)
    expect(verbose.segments?.map((segment) => segment.text).join(' ')).toBe(text)
    expect(verbose.words?.map(({ word }) => word).join(' ')).toBe(text)
    const onlyWords = await transcribe({
      response_format: 'verbose_json',
      timestamp_granularities: ['word'],
    })
    expect(onlyWords).not.toHaveProperty('segments')
  })

  test('streamed: the deltas add up to the text', async () => {
    const stream = await own.client.audio.transcriptions.create({
      file: await toFile(spoken, 'talk.wav'),
      model: 'gpt-4o-mini-transcribe',
      stream: true,
    })
    let text = ''
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') text += event.delta
      if (event.type === 'transcript.text.done') expect(event.text).toBe(text)
    }
    expect(text.toLowerCase()).toContain('autumn mug')
  })

  test('400 for a language that the engine does not know, and for a file without sound', async () => {
    const german = await catchApiError(transcribe({ language: 'de' }))
    expect(german).toBeInstanceOf(OpenAI.BadRequestError)
    expect([german.param, german.message]).toEqual([
      'language',
      expect.stringContaining('atelier models pull'),
    ])
    const image = own.client.audio.transcriptions.create({
      file: await toFile(samplePng, 'talk.mp3'),
      model: 'whisper-1',
    })
    expect(await catchApiError(image)).toBeInstanceOf(OpenAI.BadRequestError)
    const wrong = await catchApiError(transcribe({ response_format: 'docx' }))
    expect([wrong.status, wrong.param]).toEqual([400, 'response_format'])
  })

  test('translations need a multilingual model, and the error names the command', async () => {
    const translating = own.client.audio.translations.create({
      file: await toFile(spoken, 'talk.wav'),
      model: 'whisper-1',
    })
    const error = await catchApiError(translating)
    expect(error).toBeInstanceOf(OpenAI.UnprocessableEntityError)
    expect(error.message).toContain('atelier models pull whisper-base')
  })
})

describe('files', () => {
  test('upload, list page by page, read, download, delete', async () => {
    const jo = await service.tenant()
    const files = clientWith(jo.key).files
    const made = []
    for (const name of ['a.png', 'b.png', 'c.png']) {
      made.push(await files.create({ file: await toFile(samplePng, name), purpose: 'vision' }))
    }
    expect(made[0]).toMatchObject({ filename: 'a.png', bytes: samplePng.length, purpose: 'vision' })
    const names: string[] = []
    for await (const { filename } of files.list({ limit: 2 })) names.push(filename)
    expect(names).toEqual(['c.png', 'b.png', 'a.png'])
    const id = made[0]?.id as string
    expect(await files.retrieve(id)).toMatchObject({ id, object: 'file' })
    expect((await readBytes(await files.content(id))).equals(samplePng)).toBe(true)
    expect(await files.delete(id)).toEqual({ id, object: 'file', deleted: true })
    expect(await catchApiError(files.retrieve(id))).toBeInstanceOf(OpenAI.NotFoundError)
    const text = files.create({
      file: await toFile(Buffer.from('{}'), 'a.jsonl'),
      purpose: 'batch',
    })
    expect(await catchApiError(text)).toBeInstanceOf(OpenAI.BadRequestError)
  })
})

describe('errors have the shape of OpenAI', () => {
  test('401, 403, 404, 400 raise the exceptions of the client', async () => {
    const wrong = await catchApiError(clientWith('atl_wrong').models.list())
    expect(wrong).toBeInstanceOf(OpenAI.AuthenticationError)
    expect([wrong.code, wrong.type]).toEqual(['invalid_api_key', 'invalid_request_error'])
    expect(wrong.requestID).toBeTruthy()
    const limited = clientWith(await service.keyWith(mia, ['assets:read']))
    const denied = limited.audio.speech.create({ model: 'tts-1', voice: 'nova', input: 'Hi' })
    expect(await catchApiError(denied)).toBeInstanceOf(OpenAI.PermissionDeniedError)
    const nobody = await catchApiError(speak({ voice: 'nobody' }))
    expect(nobody).toBeInstanceOf(OpenAI.NotFoundError)
    expect(nobody.code).toBe('voice_not_found')
    const model = await catchApiError(speak({ model: 'gpt-4' }))
    expect([model.status, model.code, model.param]).toEqual([404, 'model_not_found', 'model'])
    const fast = await catchApiError(speak({ speed: 9 }))
    expect(fast).toBeInstanceOf(OpenAI.BadRequestError)
    expect(fast.param).toBe('speed')
    const chat = own.client.chat.completions.create({ model: 'gpt-4', messages: [] })
    expect(await catchApiError(chat)).toBeInstanceOf(OpenAI.NotFoundError)
  })
})

/** Every operation of the layer, and a request that it refuses. */
const operations: Record<string, (client: OpenAI) => Promise<unknown>> = {
  'models.list': (client) => client.models.list(),
  'models.retrieve': (client) => client.models.retrieve('tts-1'),
  speech: (client) =>
    client.audio.speech.create({ model: 'tts-1', voice: 'nova', input: 'Hi', speed: 9 }),
  transcriptions: async (client) =>
    client.audio.transcriptions.create({
      file: await toFile(samplePng, 'a.mp3'),
      model: 'whisper-1',
    }),
  translations: async (client) =>
    client.audio.translations.create({
      file: await toFile(samplePng, 'a.mp3'),
      model: 'whisper-1',
    }),
  'images.edit': async (client) =>
    client.images.edit({ image: await toFile(Buffer.from('no'), 'a.png'), prompt: 'x' }),
  'images.generate': (client) => client.images.generate({ prompt: '', size: '1x1' as 'auto' }),
  'images.createVariation': async (client) =>
    client.images.createVariation({ image: await toFile(samplePng, 'a.png') }),
  'files.create': async (client) =>
    client.files.create({ file: await toFile(Buffer.from('{}'), 'a.jsonl'), purpose: 'batch' }),
  'files.list': (client) => client.files.list({ after: 'nothing' }),
  'files.retrieve': (client) => client.files.retrieve('file-0'),
  'files.content': (client) => client.files.content('file-0'),
  'files.delete': (client) => client.files.delete('file-0'),
}
const isPublic = (name: string) => name.startsWith('models')

describe('every operation raises the exceptions of the client', () => {
  test.each(Object.entries(operations))('%s', async (name, ask) => {
    const wrong = await catchApiError(ask(clientWith('atl_wrong')))
    expect(wrong).toBeInstanceOf(OpenAI.AuthenticationError)
    expect(wrong.code).toBe('invalid_api_key')
    if (isPublic(name)) return
    const other = await service.keyWith(mia, ['boards:read'])
    expect(await catchApiError(ask(clientWith(other)))).toBeInstanceOf(OpenAI.PermissionDeniedError)
    const refused = await catchApiError(ask(own.client))
    expect(refused).toBeInstanceOf(OpenAI.APIError)
    expect([400, 404, 422]).toContain(refused.status)
    expect(refused.message).toMatch(/\w{3}/)
    expect(refused.error).toMatchObject({ type: 'invalid_request_error' })
  })
})

describe('limits', () => {
  const limited = useService({
    rateLimit: { perSecond: 1 / 60, workspacePerSecond: 0, burstSeconds: 60 },
  })
  let client: OpenAI

  beforeAll(async () => {
    const { key } = await limited.tenant()
    const baseUrl = await limited.app.listen({ port: 0, host: '127.0.0.1' })
    client = new OpenAI({ apiKey: key, baseURL: `${baseUrl}/v1`, maxRetries: 0 })
    // So that the minute does not end.
    limited.stopClock()
    await client.models.list()
  })

  test.each(Object.entries(operations))(
    '%s: too many requests raise RateLimitError',
    async (_, ask) => {
      const error = await catchApiError(ask(client))
      expect(error).toBeInstanceOf(OpenAI.RateLimitError)
      expect(error.code).toBe('rate_limit_exceeded')
      expect(Number(error.headers?.get('retry-after'))).toBeGreaterThan(0)
    },
  )
})
