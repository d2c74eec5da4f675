import { expect } from 'vitest'
import { isInteger, isText, isUuid, type Section, says } from './statement.ts'
import { ran, type World } from './world.ts'

const base = '/api/v1/transcription'

interface Submitted {
  id: string
  task_id: string
}

async function submit(world: World, url = `${world.server.url}/talk.ogg`): Promise<Submitted> {
  const { status, body } = await world.post(`${base}/transcribe`, { audio_url: url })
  expect(status).toBe(202)
  return body
}

async function ended(world: World, { id, task_id }: Submitted) {
  const read = async () => (await world.get(`${base}/${id}`)).body
  const isOver = async () => ['DONE', 'FAILED'].includes((await read()).job_status)
  await expect.poll(isOver, { interval: 100 }).toBe(true)
  return { record: await read(), task: (await world.get(`/api/v1/tasks/${task_id}`)).body }
}

const done = (world: World) =>
  world.once('transcription', async () => ended(world, await submit(world)))
const failed = (world: World) =>
  world.once('failed transcription', async () =>
    ended(world, await submit(world, `${world.server.url}/missing`)),
  )
const file = async (world: World, query = '') =>
  world.get(`${base}/${(await done(world)).record.id}/download_transcription_file${query}`)

/** A recording that is never delivered, so its record stays as it is. */
const waiting = (world: World) =>
  world.once('waiting transcription', async () => {
    const { body } = await world.post(`${base}/transcribe`, { audio_url: 'http://127.0.0.1:9/x' })
    return body as Submitted
  })

export const transcriptionSection: Section = {
  title: 'Transcriptions',
  statements: [
    says('the record has `job_status`', async (world) => {
      expect(isText((await done(world)).record.job_status)).toBe(true)
    }),
    says('the record may carry `task_id`', async (world) => {
      expect(isUuid((await done(world)).record.task_id)).toBe(true)
    }),
    says('DONE is terminal', async (world) => {
      expect((await done(world)).record.job_status).toBe('DONE')
    }),
    says('FAILED is terminal', async (world) => {
      expect((await failed(world)).record.job_status).toBe('FAILED')
    }),
    says('the task only tracks the submission', async (world) => {
      const { task } = await done(world)
      expect([task.kind, task.status]).toEqual(['transcription-submission', 'SUCCESS'])
    }),
    says('the task can succeed while the job still runs', async (world) => {
      const { record, task } = await done(world)
      const [run] = await world.service.deps.db.system<{ finished_at: Date }>`
        select finished_at from transcriptions where id = ${record.id}`
      expect(Date.parse(task.finished_at)).toBeLessThanOrEqual(Number(run?.finished_at))
    }),
    says('the record is polled by its id', async (world) => {
      const { record } = await done(world)
      expect((await world.get(`${base}/${record.id}`)).body.id).toBe(record.id)
    }),
    says('after DONE the subtitles can be downloaded', async (world) => {
      const { status, text } = await file(world)
      expect([status, text.length > 20]).toEqual([200, true])
    }),
    says('the default format is SRT', async (world) => {
      expect((await file(world)).text).toMatch(/^1\r?\n\d\d:\d\d:\d\d,\d{3} --> /)
    }),
    says('`requested_format=srt` is SRT', async (world) => {
      expect((await file(world, '?requested_format=srt')).text).toBe((await file(world)).text)
    }),
    says('`requested_format=vtt` is WebVTT', async (world) => {
      expect((await file(world, '?requested_format=vtt')).text).toMatch(/^WEBVTT/)
    }),
    says('another format is a 400', async (world) => {
      expect((await file(world, '?requested_format=ass')).status).toBe(400)
    }),
    says('the body is raw text, not JSON', async (world) => {
      expect((await file(world)).headers['content-type']).not.toContain('json')
    }),
    says('before DONE the body is empty', async (world) => {
      const { id } = await waiting(world)
      const { status, text } = await world.get(`${base}/${id}/download_transcription_file`)
      expect([status, text]).toEqual([200, ''])
    }),
    says('the id is a UUID', async (world) => {
      const { status } = await world.get(`${base}/7/download_transcription_file`)
      expect([isUuid((await done(world)).record.id), status]).toEqual([true, 404])
    }),
    says('completion is written by a webhook: nobody else can report it', async (world) => {
      const { id } = await waiting(world)
      const { status } = await world.post(`/api/v1/webhooks/embedded/${id}`, { type: 'x' })
      expect(status).toBeGreaterThanOrEqual(400)
    }),
  ],
}

const removed = async (world: World) => {
  const { task } = await ran(world, 'remove-background', {
    image_url: (await import('./world.ts')).picture,
  })
  return (await world.get(`/api/v1/assets/${task.info.result[0].asset_id}`)).body
}

/** An upload of these bytes, processed. */
async function processed(world: World, bytes: Buffer, filetype: string) {
  const { body } = await world.post('/api/v1/assets/sign', { filename: 'file', filetype })
  const { pathname, search } = new URL(body.signed)
  await world.service.app.inject({
    ...{ method: 'PUT', url: pathname + search, payload: bytes },
    headers: { 'content-type': 'application/octet-stream' },
  })
  await world.post('/api/v1/assets', { id: body.asset })
  const read = async () => (await world.get(`/api/v1/assets/${body.asset}`)).body
  await expect.poll(async () => (await read()).status).toBeGreaterThan(1)
  return read()
}

export const assetSection: Section = {
  title: 'Assets',
  statements: [
    says('`status` is an integer', async (world) => {
      expect(isInteger((await removed(world)).status)).toBe(true)
    }),
    says('4 is done: the file URL works', async (world) => {
      const { status, file_url } = await removed(world)
      const { pathname, search } = new URL(file_url)
      const { statusCode } = await world.service.app.inject({ url: pathname + search })
      expect([status, statusCode]).toEqual([4, 200])
    }),
    says('2 is a processing failure, for a film too', async (world) => {
      const head = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')
      expect((await processed(world, head, 'video/mp4')).status).toBe(2)
    }),
    says('3 is a thumbnail failure', async (world) => {
      const { samplePng } = await import('../samples.ts')
      expect((await processed(world, samplePng.subarray(0, 400), 'image/png')).status).toBe(3)
    }),
  ],
}

const workflows = '/api/v1/service/workflows'

async function started(world: World, steps: object[], more: object = {}) {
  const definition = { title: `Run ${Math.random()}`, steps, ...more }
  const { body: workflow } = await world.post(workflows, { definition })
  const { body: run } = await world.post(`${workflows}/${workflow.id}/start`, {})
  const path = `${workflows}/${workflow.id}/runs/${run.run_id}`
  const state = async () => (await world.get(`${path}/status`)).body.status
  return { workflow, run, path, state }
}

const long = [{ id: 'nap', type: 'wait', seconds: 3600 }]
const short = [{ id: 'tag', type: 'call', operation: 'listTags' }]
const broken = [{ id: 'read', type: 'call', operation: 'getDraft', params: { id: 2_000_000_000 } }]

export const workflowSection: Section = {
  title: 'Workflow runs',
  statements: [
    says('COMPLETED is terminal', async (world) => {
      const { state } = await started(world, short)
      await expect.poll(state).toBe('COMPLETED')
    }),
    says('FAILED is terminal', async (world) => {
      const { state } = await started(world, broken)
      await expect.poll(state).toBe('FAILED')
    }),
    says('TERMINATED is terminal', async (world) => {
      const { state, path } = await started(world, long)
      await world.post(`${path}/terminate`, { reason: 'enough' })
      await expect.poll(state).toBe('TERMINATED')
    }),
    says('TIMED_OUT is terminal', async (world) => {
      const { state, run } = await started(world, long)
      const { db } = world.service.deps
      await db.system`update workflow_runs set deadline_at = now() - interval '1 minute',
        wake_at = now() where id = ${run.run_id}`
      await expect.poll(state).toBe('TIMED_OUT')
    }),
    says('PAUSED is not terminal', async (world) => {
      const { state, path } = await started(world, long)
      await world.post(`${path}/pause`, {})
      await expect.poll(state).toBe('PAUSED')
      await world.post(`${path}/resume`, {})
      expect(await state()).toBe('RUNNING')
    }),
    says('a definition and a run have different ids', async (world) => {
      const { workflow, run } = await started(world, long)
      expect(run.run_id).not.toBe(workflow.id)
    }),
    says('the run id is for status checks; the definition’s finds no run', async (world) => {
      const { workflow } = await started(world, long)
      const path = `${workflows}/${workflow.id}/runs/${workflow.id}/status`
      expect((await world.get(path)).status).toBe(404)
    }),
  ],
}
