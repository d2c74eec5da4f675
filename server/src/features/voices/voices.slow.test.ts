import { Value } from 'typebox/value'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useFakeEngine } from '../../../test/fake-engine.ts'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'
import { rememberWork } from '../../../test/remember-work.ts'
import { sampleText } from '../../../test/samples.ts'
import { downloadFile, waitForTask } from '../../../test/tool-runs.ts'
import { embeddedVoices } from '../../engines/speech/voices.ts'
import { SpeechResult } from './result-schema.ts'

const service = useService()
const server = useFakeEngine()
const heart = embeddedVoices.find(({ file }) => file === 'af_heart')?.id as string

const mia = useTenant(service, beforeEach)

beforeAll(() => rememberWork(service.deps.engines))

const get = (path: string, key = mia.key) => service.call('GET', path, { key })

async function add(more: object = {}, key = mia.key) {
  const body = {
    voice_name: 'House voice',
    gender: 3,
    language_code: 'en-US',
    provider: 'openai',
    engine_voice: 'alloy',
    ...more,
  }
  return service.call('POST', '/api/v1/voices', { key, body })
}

async function speak(voiceId: string, body: object, alias = 'translate') {
  const path = `/api/v1/voices/${voiceId}/${alias}`
  const submitted = await expectStatus(202, service.call('POST', path, { key: mia.key, body }))
  return waitForTask(service, mia.key, submitted.task_id)
}

describe('the catalogue', () => {
  test('has 54 embedded voices, each as the contract shows it', async () => {
    const { status, body } = await get('/api/v1/voices')
    expect([status, body.count, body.voices.length]).toEqual([200, 54, 54])
    const one = await expectStatus(200, get(`/api/v1/voices/${heart}`))
    expect(body.voices).toContainEqual(one)
    expect(one).toMatchObject({
      id: heart,
      voice_name: 'Heart',
      gender: 1,
      is_premium: false,
      supports_instructions: false,
      language_code: 'en-US',
    })
    expect(new Set(body.voices.map(({ id }: { id: string }) => id)).size).toBe(54)
  })

  test.each([
    ['gender=0', (voice: { gender: number }) => voice.gender === 0],
    ['is_premium=false', () => true],
    ['language_code=en', (voice: { language_code: string }) => voice.language_code[0] === 'e'],
    ['language_code=fr-FR', (voice: { voice_name: string }) => voice.voice_name === 'Siwis'],
    ['search=italian', (voice: { language_code: string }) => voice.language_code === 'it-IT'],
    ['voice_name=hea&provider=embedded', (v: { voice_name: string }) => v.voice_name === 'Heart'],
  ] as [string, (voice: never) => boolean][])('filter %s', async (query, fits) => {
    const { body } = await get(`/api/v1/voices?${query}`)
    expect(body.count).toBeGreaterThan(0)
    expect(body.voices.every(fits)).toBe(true)
  })

  test('is_premium=true, gender=3 and an unknown word find none; gender=2 is a 400', async () => {
    for (const query of ['is_premium=true', 'gender=3', 'search=klingon']) {
      expect((await get(`/api/v1/voices?${query}`)).body.count).toBe(0)
    }
    expect((await get('/api/v1/voices?gender=2')).status).toBe(400)
    expect((await get('/api/v1/voices?is_premium=perhaps')).status).toBe(400)
  })
})

describe('voices of a workspace', () => {
  test('another workspace sees one only if published, and cannot change it', async () => {
    const jo = await service.tenant()
    const { body: voice, status } = await add()
    expect([status, voice.published, voice.provider]).toEqual([201, false, 'openai'])
    const path = `/api/v1/voices/${voice.id}`
    expect((await get(path)).status).toBe(200)
    expect((await get(path, jo.key)).status).toBe(404)
    expect((await get('/api/v1/voices', jo.key)).body.count).toBe(54)

    const published = await service.call('PATCH', path, {
      key: mia.key,
      body: { published: true, voice_name: 'Ours' },
    })
    expect(published.body).toMatchObject({ published: true, voice_name: 'Ours' })
    expect((await get(path, jo.key)).body.voice_name).toBe('Ours')
    expect((await get('/api/v1/voices', jo.key)).body.count).toBe(55)
    for (const [method, body] of [['PATCH', { voice_name: 'Theirs' }], ['DELETE']] as const) {
      const answer = await service.call(method, path, { key: jo.key, body })
      expect([method, answer.status]).toEqual([method, 403])
    }
    expect((await service.call('DELETE', path, { key: mia.key })).status).toBe(204)
    expect((await get(path)).status).toBe(404)
  })

  test('400 for invalid fields, 403 without permission', async () => {
    const wrong: [object, string][] = [
      [{ provider: 'embedded', engine_voice: 'nobody' }, 'engine_voice'],
      [{ provider: 'embedded', engine_voice: 'af_heart', language_code: 'fr-FR' }, 'language_code'],
      [
        { provider: 'embedded', engine_voice: 'af_heart', supports_instructions: true },
        'supports_instructions',
      ],
      [{ language_code: '?!' }, 'language_code'],
      [{ gender: 2 }, 'gender'],
    ]
    for (const [body, field] of wrong) {
      const answer = await add(body)
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, field])
    }
    const member = await service.colleague(mia, 'member')
    expect((await add({ published: true }, member.key)).status).toBe(403)
    expect((await add({}, member.key)).status).toBe(201)
    const reader = await service.keyWith(mia, ['voices:read'])
    expect((await add({}, reader)).status).toBe(403)
  })
})

describe('audio generation', () => {
  let spoken: ReturnType<typeof speak> | undefined

  const announcement = () => {
    spoken ??= speak(heart, { text: sampleText })
    return spoken
  }

  test('speaks, returns the times of its sentences, and stores an asset', async () => {
    const task = await announcement()
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    expect(Value.Errors(SpeechResult, task.result)).toEqual([])
    const { result, sentences, engine, voice } = task.info
    expect(result[0]).toMatchObject({ content_type: 'audio/wav' })
    expect(voice).toEqual({ id: heart, voice_name: 'Heart' })
    expect(engine).toMatchObject({ name: 'kokoro', instructions_applied: false })
    expect(sentences.map(({ text }: { text: string }) => text)).toEqual([
      'The autumn mug is here.',
      'Come and hold it.',
    ])
    expect(sentences[1].start).toBeGreaterThan(sentences[0].end)
    expect(result[0].duration_ms).toBeGreaterThanOrEqual(sentences[1].end)
    const bytes = await downloadFile(service, result[0].url)
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    const asset = await get(`/api/v1/assets/${result[0].asset_id}`)
    expect(asset.body).toMatchObject({ asset_type: 8, status: 4, name: 'heart.wav' })
    expect(asset.body.duration_ms).toBe(result[0].duration_ms)
  })

  test('mp3, at the other path, transient, with ignored instructions', async () => {
    const how = { output_format: 'mp3', storage: 'transient', instructions: 'Sad' }
    const body = { text: sampleText, ...how }
    const task = await speak(heart, body, 'generate')
    expect(task.info.result[0].content_type).toBe('audio/mpeg')
    expect(task.info.warnings.join()).toContain('do not follow instructions')
  })

  test('a sample can be played without a credential', async () => {
    const chinese = embeddedVoices.find(({ file }) => file === 'zf_xiaoxiao')?.id
    const { body } = await get(`/api/v1/voices/${chinese}`)
    expect(body).toMatchObject({ language_code: 'zh-CN', ready: true })
    const { pathname } = new URL(body.sample_url)
    const first = await service.app.inject({ method: 'GET', url: pathname })
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'audio/mpeg'])
    const second = await service.app.inject({ method: 'GET', url: pathname })
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(first.rawPayload.length).toBeGreaterThan(5000)
    const none = `/api/v1/voices/${heart.replace(/^./, '0')}/sample`
    expect((await service.call('GET', none)).status).toBe(404)
  })

  test('400 for a language that the voice does not speak, with voices that do', async () => {
    const text = 'Guten Tag'
    const french = 'Bonjour à tous, nous sommes très heureux de vous accueillir dans cette ville.'
    const answer = await service.call('POST', `/api/v1/voices/${heart}/translate`, {
      key: mia.key,
      body: { text: french },
    })
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'text'])
    expect(answer.body.detail).toContain('Siwis (fr-FR')
    const short = await service.call('POST', `/api/v1/voices/${heart}/translate`, {
      key: mia.key,
      body: { text, speed: 0.1 },
    })
    expect(short.body.errors[0].path).toBe('speed')
  })

  test('FAILURE names the field if only the engine can detect the error', async () => {
    const emoji = await speak(heart, { text: '🎉🎉' })
    expect(emoji.info.errors[0]).toMatchObject({ code: 'nothing_to_speak', field: 'text' })
    const ssml = await speak(heart, { text: '<speak>Hi <break', use_ssml: true })
    expect(ssml.info.errors[0]).toMatchObject({ field: 'text' })
  })

  test('an external engine uses its own voices, with instructions', async () => {
    const voice = (await add({ supports_instructions: true })).body
    const missing = await speak(voice.id, { text: 'Hello.' })
    expect(missing.info.errors[0].code).toBe('engine_not_chosen')

    const wav = await announcement()
    const sound = await downloadFile(service, wav.info.result[0].url)
    server.reply = (_, response) => void response.writeHead(200).end(sound)
    await service.call('PUT', '/api/v1/engines/speech', {
      key: mia.key,
      body: { kind: 'openai', model: 'gpt-4o-mini-tts', base_url: server.url, api_key: 'sk-x' },
    })
    const task = await speak(voice.id, { text: 'Hello.', instructions: 'Whisper', speed: 1.5 })
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    expect(task.info.engine).toEqual({
      name: 'openai',
      version: 'gpt-4o-mini-tts',
      instructions_applied: true,
    })
    expect(JSON.parse(String(server.received[0]?.body))).toMatchObject({
      input: 'Hello.',
      voice: 'alloy',
      instructions: 'Whisper',
      speed: 1.5,
    })
    expect(task.info.result[0].duration_ms).toBe(wav.info.result[0].duration_ms)
  })
})
