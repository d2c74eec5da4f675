import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendJson, useFakeEngine } from '../../../test/fake-engine.ts'
import { useService, useTenant } from '../../../test/harness.ts'
import { rememberWork } from '../../../test/remember-work.ts'
import { sampleText } from '../../../test/samples.ts'
import { draw, png } from '../../../test/scenes.ts'
import { dataUrl, downloadFile, waitForTask } from '../../../test/tool-runs.ts'
import { embeddedVoices } from '../../engines/speech/voices.ts'
import { giveUpVideos } from './give-up-videos.ts'

const service = useService()
const server = useFakeEngine()
const heart = embeddedVoices.find(({ file }) => file === 'af_heart')?.id as string

const mia = useTenant(service, beforeEach)
let red: string

beforeAll(async () => {
  rememberWork(service.deps.engines)
  red = dataUrl(await png(draw(320, 180, () => [200, 30, 30])))
})

const small = { resolution: '480p', fps: 12 }

function generate(parameters: object, more: object = {}) {
  return service.call('POST', '/api/v1/ai-imageart/ai-generate-video-v2', {
    key: mia.key,
    body: { model: 'storyboard', capability: 'storyboard', parameters, ...more },
  })
}

const read = async ({ id, art_variation_id }: Record<string, string>, key = mia.key) =>
  service.call('GET', `/api/v1/ai/video/${id}/variations/${art_variation_id}`, { key })

async function waitForEnd(submitted: Record<string, string>) {
  let record = (await read(submitted)).body
  await expect
    .poll(
      async () => {
        record = (await read(submitted)).body
        return ['DONE', 'FAILED'].includes(record.job_status)
      },
      { interval: 300 },
    )
    .toBe(true)
  return record
}

async function countFailures({ id = '' }: Record<string, string>): Promise<number> {
  const events = await service.deps.db.system`
    select from events where type = 'video.failed' and object ->> 'id' = ${id}`
  return events.length
}

describe('a storyboard', () => {
  test('becomes a video with narration, a thumbnail and an asset; the task only submits', async () => {
    const { status, body } = await generate({
      ...small,
      voice_id: heart,
      scenes: [
        { image_url: red, text: sampleText },
        { title: 'The end', duration_ms: 1000 },
      ],
    })
    expect([status, body.storage]).toEqual([202, 'asset'])
    const task = await waitForTask(service, mia.key, body.task_id)
    expect(task.info.note).toContain(`/api/v1/ai/video/${body.id}/variations/`)
    const record = await waitForEnd(body)
    expect([record.job_status, record.payload]).toEqual(['DONE', { errors: [], warnings: [] }])
    expect(record.id).toBe(body.art_variation_id)
    const { output } = record
    const bytes = await downloadFile(service, output.file_url)
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
    const cover = await downloadFile(service, output.thumbnail_cover_image)
    expect([...cover.subarray(0, 2)]).toEqual([0xff, 0xd8])
    const asset = await service.call('GET', `/api/v1/assets/${output.id}`, { key: mia.key })
    expect(asset.body).toMatchObject({ asset_type: 2, status: 4, width: 854, height: 480 })
    expect(asset.body.duration_ms).toBeGreaterThan(2000)
    const list = await service.call('GET', '/api/v1/ai/video?job_status=DONE', { key: mia.key })
    expect(list.body.results[0].id).toBe(body.art_variation_id)
  })

  test('an unreadable image fails the video and names the scene', async () => {
    const { body } = await generate({
      ...small,
      script: 'One.\n\nTwo.',
      images: [red, 'data:,nothing'],
    })
    const record = await waitForEnd(body)
    expect(record.job_status).toBe('FAILED')
    expect(record.payload.errors[0].field).toMatch(/scenes\.1\.image/)
    expect(record.output).toBeNull()
  })

  test('a cancelled task ends its video', async () => {
    const { body } = await generate({ ...small, scenes: [{ title: 'x', duration_ms: 60_000 }] })
    await waitForTask(service, mia.key, body.task_id)
    const tasks = await service.call('GET', '/api/v1/tasks?kind=video-run', { key: mia.key })
    const [{ task_id }] = tasks.body.results
    await service.call('POST', `/api/v1/tasks/${task_id}/cancel`, { key: mia.key })
    expect(await waitForEnd(body)).toMatchObject({
      job_status: 'FAILED',
      payload: { errors: [{ code: 'cancelled' }] },
    })
    expect(await countFailures(body)).toBe(1)
  })
})

describe('an external engine', () => {
  interface Job {
    job_id: string
    parameters: object
    callback: { url: string; secret: string }
  }

  /** Submits a video and returns the request to the engine. */
  async function outside(): Promise<{ body: Record<string, string>; job: Job }> {
    await service.call('PUT', '/api/v1/engines/video', {
      key: mia.key,
      body: { kind: 'webhook', base_url: `${server.url}/jobs`, api_key: 'canary' },
    })
    const { body } = await generate({ prompt: 'a calm sea', seconds: 8 }, { model: 'veo' })
    await waitForTask(service, mia.key, body.task_id)
    const sent = server.received.find(({ path }) => path === '/jobs')
    expect(sent?.headers.authorization).toBe('Bearer canary')
    return { body, job: JSON.parse(String(sent?.body)) }
  }

  function report(job: Job, type: string, data: object, secret = job.callback.secret) {
    const payload = JSON.stringify({ type, data: { job_id: job.job_id, ...data } })
    const at = new Date()
    const id = `event-${type}`
    return service.app.inject({
      method: 'POST',
      url: new URL(job.callback.url).pathname,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, payload),
      },
      payload,
    })
  }

  beforeEach(() => {
    server.reply = (_, response) => sendJson(response, 200, { ok: true })
  })

  test('gets the parameters unchanged; its file is fetched once and stored', async () => {
    const made = await generate({ ...small, scenes: [{ image_url: red, duration_ms: 600 }] })
    const film = await downloadFile(service, (await waitForEnd(made.body)).output.file_url)
    server.reply = (received, response) => {
      if (received.path === '/film.mp4') return void response.end(film)
      return sendJson(response, 200, {})
    }
    const { body, job } = await outside()
    expect(job.parameters).toEqual({ prompt: 'a calm sea', seconds: 8 })
    expect((await report(job, 'video.progress', { percent: 40 })).json().status).toBe('applied')
    expect((await read(body)).body).toMatchObject({ job_status: 'PROCESSING', percent: 40 })
    const done = { file_url: `${server.url}/film.mp4` }
    const answers = await Promise.all([1, 2, 3].map(() => report(job, 'video.done', done)))
    expect(answers.map((answer) => answer.json().status).sort()).toEqual([
      'applied',
      'duplicate',
      'duplicate',
    ])
    const record = await waitForEnd(body)
    expect([record.job_status, record.payload.errors]).toEqual(['DONE', []])
    expect((await downloadFile(service, record.output.file_url)).equals(film)).toBe(true)
    expect(server.received.filter(({ path }) => path === '/film.mp4')).toHaveLength(1)
    expect((await report(job, 'video.failed', { error: 'late' })).json().status).toBe('ignored')
  })

  test('rejected: wrong secret, another job, nonsense, an unknown URL', async () => {
    const { body, job } = await outside()
    const wrong = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    expect((await report(job, 'video.done', {}, wrong)).statusCode).toBe(401)
    expect((await report(job, 'video.failed', { job_id: 'another' })).statusCode).toBe(400)
    expect((await report(job, 'video.done', {})).statusCode).toBe(400)
    const nobody = {
      ...job,
      callback: { ...job.callback, url: 'http://x/api/v1/webhooks/video/no' },
    }
    expect((await report(nobody, 'video.done', {})).statusCode).toBe(404)
    expect((await read(body)).body.job_status).toBe('CREATED')
    expect((await report(job, 'video.failed', { error: 'Too dark.' })).json().status).toBe(
      'applied',
    )
    expect((await read(body)).body.payload.errors[0].message).toBe('Too dark.')
  })

  test('FAILED if the result is not a video or never arrives', async () => {
    const { body, job } = await outside()
    await report(job, 'video.done', { file_url: `${server.url}/page.html` })
    const record = await waitForEnd(body)
    expect([record.job_status, record.payload.errors[0].code]).toEqual(['FAILED', 'not_media'])
    const silent = await outside()
    await service.deps.db.system`
      update videos set give_up_at = now() - interval '1 minute' where id = ${silent.body.id ?? ''}`
    await giveUpVideos(service.deps)
    expect((await waitForEnd(silent.body)).payload.errors[0].code).toBe('provider_silent')
    expect(await countFailures(silent.body)).toBe(1)
  })
})

test('400 for invalid combinations; another workspace’s video is not found', async () => {
  const bodies: [object, object, string][] = [
    [{}, {}, 'parameters.scenes'],
    [{ scenes: [{ text: 'a' }], script: 'b' }, {}, 'parameters.scenes'],
    [{ scenes: [{ text: ' ' }] }, {}, 'parameters.scenes.0'],
    [{ script: 'one', images: [red, red] }, {}, 'parameters.images'],
    [{ scenes: [{ text: 'a' }] }, { model: 'veo' }, 'model'],
    [{ scenes: [{ text: 'a' }], fps: 3 }, {}, 'parameters.fps'],
  ]
  for (const [parameters, more, field] of bodies) {
    const answer = await generate(parameters, more)
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, field])
  }
  const none = '00000000-0000-4000-8000-000000000000'
  expect((await generate({ scenes: [{ text: 'a' }], voice_id: none })).status).toBe(404)
  const { body } = await generate({ scenes: [{ title: 'Mine', duration_ms: 500 }], ...small })
  const jo = await service.tenant()
  expect((await read(body, jo.key)).status).toBe(404)
  expect((await read({ ...body, art_variation_id: none })).status).toBe(404)
})
