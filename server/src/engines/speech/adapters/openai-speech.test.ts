import { describe, expect, test } from 'vitest'
import { sendJson, useFakeEngine } from '../../../../test/fake-engine.ts'

import type { EngineContext } from '../../external/call-engine.ts'
import { type ExternalSpeechRequest, openAiSpeech } from './openai-speech.ts'

const server = useFakeEngine()

const context: EngineContext = { fetch: (url, init) => fetch(url, init) }
const mp3 = Buffer.from([0xff, 0xf3, 0x64, 0xc4, 1, 2, 3])

function engine(more: object = {}) {
  return openAiSpeech({ baseUrl: server.url, apiKey: 'sk-canary', model: 'tts-1', ...more })
}

function request(change: Partial<ExternalSpeechRequest> = {}): ExternalSpeechRequest {
  return {
    text: 'Hé, “you”!',
    useSsml: false,
    voice: 'alloy',
    speed: 1.25,
    format: 'mp3',
    ...change,
  }
}

function answer(bytes: Uint8Array) {
  server.reply = (_, response) => void response.writeHead(200).end(bytes)
}

describe('what is sent', () => {
  test('byte by byte', async () => {
    answer(mp3)
    const spoken = await engine().speak(request(), context)
    expect(server.received).toHaveLength(1)
    const [sent] = server.received
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/audio/speech' })
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer sk-canary',
      'content-type': 'application/json',
    })
    expect(sent?.body.toString('utf8')).toBe(
      '{"model":"tts-1","input":"Hé, “you”!","voice":"alloy","speed":1.25,"response_format":"mp3"}',
    )
    expect(Buffer.from(spoken.bytes).equals(mp3)).toBe(true)
    expect(spoken).toMatchObject({
      contentType: 'audio/mpeg',
      engine: { name: 'openai', version: 'tts-1', instructionsApplied: false },
      warnings: [],
    })
  })

  test('instructions, where the model reads them; no key where none is set', async () => {
    answer(Buffer.from('OggS…'))
    const { engine: facts } = await openAiSpeech({
      baseUrl: server.url,
      model: 'gpt-4o-mini-tts',
      readsInstructions: true,
    }).speak(request({ instructions: 'Whisper.', format: 'opus', speed: 1 }), context)
    expect(server.received[0]?.body.toString('utf8')).toBe(
      '{"model":"gpt-4o-mini-tts","input":"Hé, “you”!","voice":"alloy","instructions":"Whisper.","speed":1,"response_format":"opus"}',
    )
    expect(server.received[0]?.headers.authorization).toBeUndefined()
    expect(facts.instructionsApplied).toBe(true)
  })

  test('unsupported instructions become a warning and are not sent', async () => {
    answer(mp3)
    const spoken = await engine().speak(request({ instructions: 'Whisper.' }), context)
    expect(server.received[0]?.body.includes('Whisper')).toBe(false)
    expect(spoken.warnings).toEqual([expect.stringContaining('instructions')])
  })

  test('SSML as plain text, with a warning', async () => {
    answer(mp3)
    const text = '<speak>Dear <sub alias="Doctor">Dr</sub> Lee,<break time="1s"/> hi.</speak>'
    const spoken = await engine().speak(request({ text, useSsml: true }), context)
    expect(JSON.parse(server.received[0]?.body.toString() ?? '').input).toBe('Dear Doctor Lee, hi.')
    expect(spoken.warnings).toEqual([expect.stringContaining('SSML')])
  })
})

describe('rejected before anything is sent', () => {
  test.each([
    [{ text: 'a'.repeat(4097) }, 'text_too_long'],
    [{ text: ' 🎉 ' }, 'nothing_to_speak'],
    [{ text: '<speak>', useSsml: true }, 'bad_ssml'],
  ])('%# → %s', async (change, code) => {
    const speaking = engine().speak(request(change), context)
    await expect(speaking).rejects.toMatchObject({ code, field: 'text', retryable: false })
    expect(server.received).toHaveLength(0)
  })
})

describe('errors of the provider', () => {
  test.each([
    [401, { error: { message: 'bad key sk-canary' } }, 'engine_credentials_refused', false],
    [429, { error: { message: 'slow down' } }, 'engine_busy', true],
    [500, {}, 'engine_failed', true],
    [400, { error: { message: 'no such voice' } }, 'engine_refused', false],
    [400, { error: { message: 'content_policy_violation' } }, 'content_refused', false],
  ])('%i is %s', async (status, body, code, retryable) => {
    server.reply = (_, response) => sendJson(response, status, body, { 'retry-after': '7' })
    const error = await engine()
      .speak(request(), context)
      .catch((caught) => caught)
    expect(error).toMatchObject({ name: 'EngineError', code, retryable })
    expect(error.message).not.toContain('sk-canary')
    if (code === 'engine_busy') expect(error.retryAfterSeconds).toBe(7)
    if (code === 'content_refused') expect(error.field).toBe('text')
  })

  test('a response in the wrong audio format', async () => {
    answer(Buffer.from('{"ok":true}'))
    await expect(engine().speak(request(), context)).rejects.toMatchObject({
      code: 'engine_bad_answer',
    })
    answer(mp3)
    await expect(engine().speak(request({ format: 'wav' }), context)).rejects.toMatchObject({
      code: 'engine_bad_answer',
      retryable: true,
    })
  })

  test('timeout, unreachable and cancelled', async () => {
    server.reply = () => {}
    const slow = engine({ timeoutSeconds: 0.2 }).speak(request(), context)
    await expect(slow).rejects.toMatchObject({ code: 'engine_timeout', retryable: true })
    const nobody = engine({ baseUrl: 'http://127.0.0.1:9' }).speak(request(), context)
    await expect(nobody).rejects.toMatchObject({ code: 'engine_unreachable', retryable: true })
    const cancel = new AbortController()
    const running = engine().speak(request(), { ...context, signal: cancel.signal })
    cancel.abort(new Error('cancelled by hand'))
    await expect(running).rejects.toThrow('cancelled by hand')
  })
})
