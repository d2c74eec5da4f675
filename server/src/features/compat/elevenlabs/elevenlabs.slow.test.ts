import { ElevenLabsClient, ElevenLabsError } from '@elevenlabs/elevenlabs-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { catchError } from '../../../../test/catch-error.ts'
import { useService } from '../../../../test/harness.ts'
import { sampleText } from '../../../../test/samples.ts'
import { speech } from '../../transcriptions/test-transcriptions.ts'
import { probeBytes, useCompat } from '../test-compat.ts'
import { alignCharacters } from './align-characters.ts'

/** The npm package `@elevenlabs/elevenlabs-js`, unchanged, against the service on a real port. */
const { service, mia, at } = useCompat()
let client: ElevenLabsClient

beforeAll(() => {
  client = createClient(mia.key)
})

function createClient(apiKey: string) {
  return new ElevenLabsClient({ apiKey, baseUrl: at.url, maxRetries: 0 })
}

/** The ready-made voice Rachel; here it is Heart. */
const rachel = '21m00Tcm4TlvDq8ikWAM'

async function readBytes(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const catchApiError = catchError<ElevenLabsError>

const readStatus = ({ body }: ElevenLabsError) =>
  (body as { detail: { status: string } }).detail.status

describe('voices', () => {
  test('list, search, read by our id and by an id of ElevenLabs', async () => {
    const { voices } = await client.voices.getAll()
    expect(voices).toHaveLength(54)
    const heart = voices.find(({ name }) => name === 'Heart')
    expect(heart).toMatchObject({ category: 'premade', labels: { gender: 'female' } })
    expect((await client.voices.search({})).voices).toHaveLength(54)
    expect(await client.voices.get(heart?.voiceId ?? '')).toMatchObject({ name: 'Heart' })
    expect(await client.voices.get(rachel)).toMatchObject({ voiceId: rachel, name: 'Heart' })
    const models = await client.models.list()
    expect(models.map(({ modelId }) => modelId)).toContain('eleven_multilingual_v2')
  })
})

describe('speech', () => {
  const speak = async (outputFormat?: string) =>
    readBytes(
      await client.textToSpeech.convert(rachel, {
        text: sampleText,
        modelId: 'eleven_multilingual_v2',
        ...(outputFormat && { outputFormat: outputFormat as 'mp3_44100_128' }),
      }),
    )

  test('mp3 at 44.1 kHz and 128 kbit/s by default, and at the rate of its name', async () => {
    const usual = await speak()
    const { durationMs = 0 } = await probeBytes(service, usual)
    expect(durationMs).toBeGreaterThan(2000)
    expect(usual.length / (durationMs / 8000)).toBeCloseTo(128_000, -4)
    const small = await speak('mp3_22050_32')
    expect(small.length).toBeLessThan(usual.length / 3)
  })

  test('every other format has the length of the speech', async () => {
    const { durationMs = 0 } = await probeBytes(service, await speak())
    const seconds = durationMs / 1000
    const expected = { pcm_16000: 32_000, pcm_24000: 48_000, pcm_44100: 88_200, ulaw_8000: 8000 }
    for (const [format, bytesPerSecond] of Object.entries(expected)) {
      const bytes = await speak(format)
      expect([format, Math.abs(bytes.length / bytesPerSecond - seconds) < 0.2]).toEqual([
        format,
        true,
      ])
    }
    const opus = await probeBytes(service, await speak('opus_48000_32'))
    expect(Math.abs((opus.durationMs ?? 0) / 1000 - seconds)).toBeLessThan(0.2)
  })

  test('streamed; and with the time of each character, at once and in lines', async () => {
    const streamed = await readBytes(await client.textToSpeech.stream(rachel, { text: sampleText }))
    const whole = await speak()
    // A stream cannot start with the table of contents that the file has.
    expect(Math.abs(streamed.length - whole.length)).toBeLessThan(1000)
    const timed = await client.textToSpeech.convertWithTimestamps(rachel, { text: sampleText })
    expect(Buffer.from(timed.audioBase64, 'base64').equals(whole)).toBe(true)
    const { characters = [], characterStartTimesSeconds: starts = [] } = timed.alignment ?? {}
    expect(characters.join('')).toBe(sampleText)
    expect(starts.toSorted((a, b) => a - b)).toEqual(starts)
    const lines = await client.textToSpeech.streamWithTimestamps(rachel, { text: sampleText })
    const parts: Buffer[] = []
    for await (const { audioBase64 } of lines) parts.push(Buffer.from(audioBase64, 'base64'))
    expect(Buffer.concat(parts).equals(streamed)).toBe(true)
  })

  test('the speed changes the duration', async () => {
    // A sentence of the sample, which the model has spoken at the usual speed.
    const text = 'Come and hold it.'
    const measureDuration = async (speed: number) => {
      const voiceSettings = { speed }
      const spoken = await client.textToSpeech.convert(rachel, { text, voiceSettings })
      return (await probeBytes(service, await readBytes(spoken))).durationMs ?? 0
    }
    expect(await measureDuration(0.7)).toBeGreaterThan((await measureDuration(1)) * 1.15)
  })
})

describe('speech to text', () => {
  test('words with times, and the spaces between them', async () => {
    const file = new Blob([speech], { type: 'audio/ogg' })
    const made = await client.speechToText.convert({ file, modelId: 'scribe_v1' })
    const { text, words, languageCode } = made as Extract<typeof made, { text: string }>
    expect(languageCode).toBe('eng')
    expect(words.map((word) => word.text).join('')).toBe(text)
    const spoken = words.filter(({ type }) => type === 'word')
    expect(spoken.length).toBeGreaterThan(3)
    for (const { start = 0, end = 0 } of spoken) expect(end).toBeGreaterThanOrEqual(start)
  })

  test('400 for a language that the engine does not know', async () => {
    const file = new Blob([speech])
    const asked = { file, modelId: 'scribe_v1', languageCode: 'deu' } as const
    const error = await catchApiError(client.speechToText.convert(asked))
    expect([error.statusCode, readStatus(error)]).toEqual([400, 'validation_failed'])
  })
})

describe('errors have the shape of ElevenLabs', () => {
  test('wrong key, missing permission, unknown voice, wrong format', async () => {
    const say = (one: ElevenLabsClient, voice = rachel) =>
      catchApiError(one.textToSpeech.convert(voice, { text: 'Hi' }))
    const wrong = await say(createClient('atl_wrong'))
    expect(wrong).toBeInstanceOf(ElevenLabsError)
    expect([wrong.statusCode, readStatus(wrong)]).toEqual([401, 'invalid_api_key'])
    const limited = createClient(await service.keyWith(mia, ['assets:read']))
    expect((await say(limited)).statusCode).toBe(403)
    const nobody = await say(client, 'nobody')
    expect([nobody.statusCode, readStatus(nobody)]).toEqual([404, 'voice_not_found'])
    // The client knows the formats itself, so this is not sent by it.
    const format = await fetch(`${at.url}/v1/text-to-speech/${rachel}?output_format=mp3_1_1`, {
      method: 'POST',
      headers: { 'xi-api-key': mia.key, 'content-type': 'application/json' },
      body: '{"text": "Hi"}',
    })
    expect([format.status, await format.json()]).toMatchObject([400, { detail: {} }])
    const models = await catchApiError(createClient('atl_wrong').models.list())
    expect(readStatus(models)).toBe('invalid_api_key')
  })
})

/** Every operation of the layer, with a request that it refuses. */
const operations: Record<string, (one: ElevenLabsClient) => PromiseLike<unknown>> = {
  'voices.getAll': (one) => one.voices.getAll(),
  'voices.search': (one) => one.voices.search({}),
  'voices.get': (one) => one.voices.get('nobody'),
  'models.list': (one) => one.models.list(),
  convert: (one) => one.textToSpeech.convert(rachel, { text: '' }),
  stream: (one) => one.textToSpeech.stream(rachel, { text: '' }),
  convertWithTimestamps: (one) => one.textToSpeech.convertWithTimestamps(rachel, { text: '' }),
  streamWithTimestamps: (one) => one.textToSpeech.streamWithTimestamps(rachel, { text: '' }),
  'speechToText.convert': (one) =>
    one.speechToText.convert({ file: new Blob(['no sound']), modelId: 'scribe_v1' }),
}
const takesAnything = ['voices.getAll', 'voices.search', 'models.list']

describe('every operation raises the exceptions of the client', () => {
  test.each(Object.entries(operations))('%s', async (name, ask) => {
    const wrong = await catchApiError(ask(createClient('atl_wrong')))
    expect(wrong).toBeInstanceOf(ElevenLabsError)
    expect([wrong.statusCode, readStatus(wrong)]).toEqual([401, 'invalid_api_key'])
    if (name !== 'models.list') {
      const other = await service.keyWith(mia, ['boards:read'])
      const denied = await catchApiError(ask(createClient(other)))
      expect(denied).toBeInstanceOf(ElevenLabsError)
      expect([denied.statusCode, readStatus(denied)]).toEqual([403, 'permission_denied'])
    }
    if (takesAnything.includes(name)) return
    const refused = await catchApiError(ask(client))
    expect(refused).toBeInstanceOf(ElevenLabsError)
    expect([400, 404]).toContain(refused.statusCode)
    expect((refused.body as { detail: { message: string } }).detail.message).toMatch(/\w{3}/)
  })

  const limited = useService({
    rateLimit: { perSecond: 1 / 60, workspacePerSecond: 0, burstSeconds: 60 },
  })

  test('too many requests', async () => {
    const { key } = await limited.tenant()
    const baseUrl = await limited.app.listen({ port: 0, host: '127.0.0.1' })
    const one = new ElevenLabsClient({ apiKey: key, baseUrl, maxRetries: 0 })
    // So that the minute does not end.
    limited.stopClock()
    await one.models.list()
    for (const ask of Object.values(operations)) {
      const error = await catchApiError(ask(one))
      expect(error).toBeInstanceOf(ElevenLabsError)
      expect([error.statusCode, readStatus(error)]).toEqual([429, 'too_many_concurrent_requests'])
    }
  })
})

describe('alignCharacters', () => {
  test('characters share the time of their sentence; spaces take the pause', () => {
    const sentences = [
      { text: 'Hi.', start: 0, end: 300 },
      { text: 'Yo', start: 500, end: 700 },
    ]
    const made = alignCharacters('Hi. Yo', sentences, 700)
    expect(made.characters).toEqual(['H', 'i', '.', ' ', 'Y', 'o'])
    expect(made.character_start_times_seconds).toEqual([0, 0.1, 0.2, 0.3, 0.5, 0.6])
    expect(made.character_end_times_seconds).toEqual([0.1, 0.2, 0.3, 0.5, 0.6, 0.7])
  })

  test('without known sentences, they share the whole duration', () => {
    expect(alignCharacters('ab', [], 1000).character_end_times_seconds).toEqual([0.5, 1])
    const other = [{ text: 'x', start: 0, end: 9 }]
    expect(alignCharacters('ab', other, 1000).character_end_times_seconds).toEqual([0.5, 1])
  })
})
