import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordFactory, social, workflows } from './foreign-records.ts'
import { useService, useTenant } from './harness.ts'
import { rememberWork } from './remember-work.ts'
import { isInBall, samplePng, sampleSize } from './samples.ts'
import { maskPng } from './scenes.ts'
import { dataUrl, downloadFile, waitForTask } from './tool-runs.ts'

/** Requests as existing clients of other services of this kind send them. */
const service = useService()
const mia = useTenant(service)
const image_url = dataUrl(samplePng)

beforeAll(() => rememberWork(service.deps.engines))

const get = (path: string) => service.call('GET', path, { key: mia.key })
const post = (path: string, body: object) => service.call('POST', path, { key: mia.key, body })

async function put(signed: string, payload: Buffer) {
  const { pathname, search } = new URL(signed)
  await service.app.inject({
    ...{ method: 'PUT', url: pathname + search, payload },
    headers: { 'content-type': 'application/octet-stream' },
  })
}

describe('uploads', () => {
  const resource_id = '7d1b0c54-3c57-4c7e-9d0e-1f0a9b8c7d6e'
  const file = { filename: 'a.png', filetype: 'image/png', resource: 'project' }

  test('registered by the resource id, which becomes the id of the asset', async () => {
    const { body: signed } = await post('/api/v1/assets/sign', { ...file, resource_id })
    expect([signed.resource_id, signed.asset]).toEqual([resource_id, resource_id])
    await put(signed.signed, samplePng)
    const { asset_key } = signed
    const { status, body } = await post('/api/v1/assets', { id: resource_id, asset_key })
    expect([status, body.id]).toEqual([201, resource_id])
    const second = await post('/api/v1/assets/sign', { ...file, resource_id })
    expect(second.body.asset).not.toBe(resource_id)
  })

  test('registered by a number, or by the key alone', async () => {
    const { body: signed } = await post('/api/v1/assets/sign', { ...file, resource_id: 77 })
    await put(signed.signed, samplePng)
    expect((await post('/api/v1/assets', { id: '77' })).body.id).toBe(signed.asset)
    const { asset_key } = signed
    expect((await post('/api/v1/assets', { id: 'x', asset_key })).body.id).toBe(signed.asset)
    expect((await post('/api/v1/assets', { id: 'unknown' })).status).toBe(404)
  })

  test('a link in `media` and in `from-url` names the registered asset', async () => {
    // The same content, uploaded before and never registered.
    const { body: lost } = await post('/api/v1/assets/sign', file)
    await put(lost.signed, samplePng)
    const { body: signed } = await post('/api/v1/assets/sign', { ...file, filename: 'b.png' })
    await put(signed.signed, samplePng)
    await post('/api/v1/assets', { id: signed.asset })
    const read = async (id: string) => (await get(`/api/v1/assets/${id}`)).body
    await expect.poll(async () => (await read(signed.asset)).status).toBe(4)
    const { file_url } = await read(signed.asset)
    await recordFactory(service, mia).socialAccount()
    const { body } = await post(`${social}/create`, { message: 'x', media: [file_url] })
    expect(body.posts[0].media[0]).toMatchObject({
      ...{ asset_id: signed.asset, url: expect.any(String) },
    })
    const { body: copy } = await post('/api/v1/assets/from-url', { url: file_url })
    await expect.poll(async () => (await read(copy.id)).status).toBe(4)
    expect((await read(copy.id)).sha256).toBe((await read(signed.asset)).sha256)
  })
})

describe('social posts', () => {
  test('ids, category, query, one post to delete, queue without slots, inactive accounts', async () => {
    const { id } = await recordFactory(service, mia).socialAccount()
    const create = (more: object) =>
      post(`${social}/create`, { message: 'Shape', account_ids: [id], ...more })
    const { body: draft } = await create({ action: 'draft' })
    const { body: planned } = await create({ action: 'schedule', date: '2040-01-01 10:00' })
    expect(planned.ids).toEqual([String(planned.posts[0].id)])
    const listed = async (query: string) =>
      (await get(`${social}/get-posts?account_ids=${id}&${query}`)).body.results.map(
        (one: { id: number }) => String(one.id),
      )
    expect(await listed('category=draft&query=shape')).toEqual(draft.ids)
    expect(await listed('category=scheduled')).toEqual(planned.ids)
    expect(await listed('category=published')).toEqual([])
    expect((await listed('category=all')).length).toBe(2)
    expect(await listed('query=nothing')).toEqual([])
    const [post_schedule_id] = planned.ids
    expect((await post(`${social}/delete-post`, { post_schedule_id })).body.count).toBe(1)
    const queued = await create({ action: 'add_to_queue' })
    expect(queued.body.posts[0]).toMatchObject({ status: 'scheduled', queued: true })
    expect(queued.body.posts[0].date).toMatch(/T(09|12|17):00/)
    const { body } = await get(`${social}/get-accounts`)
    expect(body.accounts.at(-1)).toMatchObject({ id, is_active: true })
  })
})

describe('image tools', () => {
  const base = '/api/v1/service/image-tools'
  async function made(tool: string, body: object) {
    const { status, body: submitted } = await post(`${base}/${tool}`, { image_url, ...body })
    expect([tool, status]).toEqual([tool, 202])
    const task = await waitForTask(service, mia.key, submitted.task_id)
    expect([tool, task.status, task.error]).toEqual([tool, 'SUCCESS', undefined])
    expect(task.result.url).toBe(task.result.result[0].url)
    return task.result.result[0]
  }

  test('convert-image-format: jpg by default, and bmp', async () => {
    expect((await made('convert-image-format', {})).content_type).toBe('image/jpeg')
    const { url, content_type } = await made('convert-image-format', { output_format: 'bmp' })
    const bytes = await downloadFile(service, url)
    const { width, height } = sampleSize
    expect(content_type).toBe('image/bmp')
    expect([bytes.toString('latin1', 0, 2), bytes.readInt32LE(18), bytes.readInt32LE(22)]).toEqual([
      ...['BM', width, height],
    ])
    const [red, green, blue] = await sharp(samplePng).raw().toBuffer()
    const top = bytes.subarray(54 + (height - 1) * width * 3)
    expect([...top.subarray(0, 3)]).toEqual([blue, green, red])
  })

  test('upscale-image, replace-image and a mask in base64', async () => {
    const { width } = sampleSize
    expect((await made('upscale-image', { scale: 4, method: 'resample' })).width).toBe(width * 4)
    expect((await post(`${base}/upscale-image`, { image_url, scale: 3 })).status).toBe(400)
    expect((await made('replace-image', {})).content_type).toBe('image/png')
    const colour = { replace_type: 'color', replace_color: '#10c020' }
    await made('replace-image', colour)
    const missing = await post(`${base}/replace-image`, { image_url, replace_type: 'image' })
    expect([missing.status, missing.body.errors[0].path]).toEqual([400, 'replace_image'])
    // The same job as in more-tools.slow.test.ts, so that the model runs once.
    const mask = await maskPng(width, sampleSize.height, (x, y) => isInBall(x, y, 80))
    const mask_base64 = Buffer.from(mask).toString('base64')
    await made('generative-fill', { mask_base64, count: 1, seed: 3 })
  })

  test('blur-background waits for its result', async () => {
    const blurred = await post(`${base}/blur-background`, { image_url, blur_value: 30 })
    expect([blurred.status, blurred.body.image_url]).toEqual([
      200,
      expect.stringContaining('/files/'),
    ])
    const bad = await post(`${base}/blur-background`, { image_url: 'data:,x' })
    expect([bad.status, bad.body.code]).toEqual([422, 'image_tool_failed'])
  })
})

test('workflows: an input schema is always an object; basic states', async () => {
  const steps = [{ id: 'nap', type: 'wait', seconds: 3600 }]
  const { body: workflow } = await post(workflows, { definition: { title: 'Plain', steps } })
  const { body: list } = await get(`${workflows}/mcp`)
  expect(list.results[0].inputs).toEqual({ type: 'object', properties: {} })
  const { body: run } = await post(`${workflows}/${workflow.id}/start`, {})
  const path = `${workflows}/${workflow.id}/runs/${run.run_id}`
  const states = async () =>
    Promise.all(
      ['all', 'basic'].map(async (one) => (await get(`${path}/status?states=${one}`)).body.status),
    )
  await post(`${path}/pause`, {})
  expect(await states()).toEqual(['PAUSED', 'RUNNING'])
  await post(`${path}/terminate`, { reason: 'enough' })
  expect(await states()).toEqual(['TERMINATED', 'CANCELLED'])
})

test('the progress of a task in small letters', async () => {
  const { body } = await post('/api/v1/tools/remove-background', { image_url: 'data:,x' })
  await waitForTask(service, mia.key, body.task_id)
  const { body: progress } = await get(`/api/v1/service/tasks/progress/${body.task_id}`)
  expect([progress.status, progress.info.errors.length]).toEqual(['failed', 1])
})
