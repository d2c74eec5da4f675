import { describe, expect, test } from 'vitest'
import type { Received } from '../../../../test/fake-engine.ts'
import { audio, bytes, tools, useAdapters } from './test-adapters.ts'
import type { Transcript } from './transcription-engine.ts'

const { server, direct, start, first, answer } = useAdapters()

/** Compares the form byte for byte, around the random boundary. */
function expectForm(sent: Received, fields: [string, string][]) {
  const boundary = /^multipart\/form-data; boundary=(atelier-[0-9a-f]{40})$/.exec(
    sent.headers['content-type'] ?? '',
  )?.[1]
  expect(boundary).toBeDefined()
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="my_talk_.wav"\r\nContent-Type: audio/wav\r\n\r\n`
  const expected = Buffer.concat([
    Buffer.from(parts.join('') + head),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  expect(sent.body.equals(expected)).toBe(true)
  expect(sent.headers['content-length']).toBe(String(expected.length))
  expect(sent.headers['transfer-encoding']).toBeUndefined()
}

const segments = [
  { start: 0.5, end: 2, text: ' Good evening.' },
  { start: '2.25', end: 4.1, text: ' We begin.' },
]
const words = [
  { word: 'Good', start: 0.5, end: 0.9 },
  { word: 'evening.', start: 0.9, end: 1.8 },
  { word: 'We', start: 2.2, end: 2.5 }, // starts slightly before its segment
  { word: 'begin.', start: 2.5, end: 4.05 },
]
const good = { text: 'Good', start: 500, end: 900 }
const evening = { text: 'evening.', start: 900, end: 1800 }
const we = { text: 'We', start: 2200, end: 2500 }
const begin = { text: 'begin.', start: 2500, end: 4050 }

describe('whisper.cpp', () => {
  test('what is sent, byte by byte, and tokens become words', async () => {
    const token = (word: string, start: number, end: number, probability: number) => ({
      word,
      start,
      end,
      probability,
      t_dtw: -1,
    })
    answer({
      task: 'transcribe',
      language: 'english',
      duration: 5.5,
      text: ' Good evening.\n We begin.\n',
      segments: [
        {
          ...segments[0],
          words: [
            token(' Good', 0.5, 0.9, 0.9),
            token(' even', 0.9, 1.5, 0.8),
            token('ing', 1.5, 1.7, 0.5),
            token('.', 1.7, 1.8, 0.7),
          ],
        },
        {
          ...segments[1],
          words: [token(' We', -0.01, -0.01, 0.9), token(' begin.', 2.5, 4.05, 1)],
        },
      ],
    })
    const engine = direct('whisper-cpp')
    const transcript = await engine.transcribe({ audio, languageCode: 'en-US' }, tools)
    expect(first()).toMatchObject({ method: 'POST', path: '/inference' })
    expectForm(first(), [
      ['response_format', 'verbose_json'],
      ['temperature', '0'],
      ['split_on_word', 'true'],
      ['language', 'en'],
    ])
    expect(transcript).toEqual({
      durationMs: 5500,
      language: 'english',
      phrases: [
        {
          start: 500,
          end: 2000,
          text: 'Good evening.',
          words: [
            { ...good, confidence: 0.9 },
            { ...evening, confidence: 0.5 },
          ],
        },
        { start: 2250, end: 4100, text: 'We begin.', words: [{ ...begin, confidence: 1 }] },
      ],
    })
    await engine.transcribe({ audio }, tools)
    expect(server.received[1]?.body.includes('name="language"\r\n\r\nauto\r\n')).toBe(true)
  })

  test('an error with status 200 is still an error', async () => {
    answer({ error: 'failed to read WAV file' })
    await expect(start('whisper-cpp')).rejects.toMatchObject({
      code: 'engine_refused',
      field: 'audio_url',
      retryable: false,
      message: expect.stringContaining('failed to read WAV file'),
    })
  })
})

describe('OpenAI-compatible', () => {
  test('what is sent, byte by byte', async () => {
    answer({ text: 'Hi.' })
    await direct('openai').transcribe({ audio, languageCode: 'pt-BR' }, tools)
    expect(first()).toMatchObject({ method: 'POST', path: '/v1/audio/transcriptions' })
    expect(first().headers.authorization).toBe('Bearer sk-canary')
    expectForm(first(), [
      ['model', 'm-1'],
      ['response_format', 'verbose_json'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
      ['language', 'pt'],
    ])
    await direct('openai').transcribe({ audio }, tools)
    expect(server.received[1]?.body.includes('name="language"')).toBe(false)
  })

  const text = 'Good evening. We begin.'
  const firstPhrase = { start: 500, end: 2000, text: 'Good evening.' }
  const secondPhrase = { start: 2250, end: 4100, text: 'We begin.' }
  test.each<[string, object, Transcript]>([
    [
      'words beside segments',
      { text, language: 'english', duration: '5.5', segments, words },
      {
        durationMs: 5500,
        language: 'english',
        phrases: [
          { ...firstPhrase, words: [good, evening] },
          { ...secondPhrase, words: [we, begin] },
        ],
      },
    ],
    [
      'only segments',
      { text, segments },
      {
        durationMs: 4100,
        phrases: [
          { ...firstPhrase, words: [] },
          { ...secondPhrase, words: [] },
        ],
      },
    ],
    [
      'only words',
      { text, words },
      {
        durationMs: 4050,
        phrases: [
          { start: 500, end: 1800, text: 'Good evening.', words: [good, evening] },
          { start: 2200, end: 4050, text: 'We begin.', words: [we, begin] },
        ],
      },
    ],
    [
      'only a text',
      { text, duration: 5 },
      { durationMs: 5000, phrases: [{ start: 0, end: 5000, text, words: [] }] },
    ],
    [
      'segments and no text of the whole',
      { segments: segments.slice(0, 1) },
      { durationMs: 2000, phrases: [{ ...firstPhrase, words: [] }] },
    ],
    ['silence', { text: '', segments: [], duration: 3 }, { durationMs: 3000, phrases: [] }],
    [
      'things without sense among them',
      { text, segments: [null, 7, { text: 'x' }, { start: 0.5, end: 2 }, ...segments], words: {} },
      {
        durationMs: 4100,
        phrases: [
          { ...firstPhrase, words: [] },
          { ...secondPhrase, words: [] },
        ],
      },
    ],
  ])('answers with %s', async (_, body, transcript) => {
    answer(body)
    expect(await start('openai')).toEqual(transcript)
  })

  test.each([{}, { text: null }, { segments: 'x' }])('%j is not a valid response', async (body) => {
    answer(body)
    await expect(start('openai')).rejects.toMatchObject({ code: 'engine_bad_answer' })
  })
})
