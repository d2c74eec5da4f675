import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendJson, useFakeEngine } from '../../../test/fake-engine.ts'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'
import { draw, png } from '../../../test/scenes.ts'
import { dataUrl, downloadPixels, runTool, waitForTask } from '../../../test/tool-runs.ts'

const service = useService({
  allowCidrs: ['127.0.0.1/32'],
  engines: { outpainting: { kind: 'replicate', model: 'a/b', api_key: 'operators-key' } },
})
const server = useFakeEngine()
const path = '/api/v1/engines/outpainting'

const mia = useTenant(service, beforeEach)
let scene: string

beforeAll(async () => {
  scene = dataUrl(await png(draw(64, 64, () => [200, 180, 40])))
})

async function choose(body: object, key = mia.key) {
  return service.call('PUT', path, { key, body })
}

/** Waits until a task is scheduled for a retry, and starts it now. */
async function hurryRetry(taskId: string) {
  const status = async () =>
    (await service.call('GET', `/api/v1/tasks/${taskId}`, { key: mia.key })).body.status
  // On a slow machine the second attempt may already have finished.
  await expect.poll(status).toMatch(/RETRY|SUCCESS/)
  await service.deps.db.system`update tasks set due_at = now()
    where id = ${taskId} and lease is null`
  // A worker that is about to become idle misses the first notification.
  const hurry = async () => {
    await service.skipJobDelays('tasks-light')
    return status()
  }
  await expect.poll(hurry).not.toBe('RETRY')
}

const ask = { prompt: 'a green hill', extend: { right: 64 }, count: 2 }

describe('choosing an engine', () => {
  test('the key is never shown; the operator’s choice is the fallback', async () => {
    const before = await service.call('GET', '/api/v1/engines', { key: mia.key })
    expect(before.body.results).toContainEqual({
      purpose: 'outpainting',
      kind: 'replicate',
      chosen_by: 'installation',
      base_url: null,
      model: 'a/b',
      timeout_seconds: null,
      has_api_key: true,
      updated_at: null,
    })
    const body = { kind: 'openai', model: 'gpt-image-1', api_key: 'sk-canary' }
    const chosen = await choose(body)
    expect([chosen.status, chosen.body]).toMatchObject([
      200,
      { kind: 'openai', chosen_by: 'workspace', has_api_key: true },
    ])
    const events = await service.events(mia.key)
    expect(events.text).toContain('gpt-image-1')
    const list = await service.call('GET', '/api/v1/engines', { key: mia.key })
    for (const { text } of [chosen, events, list]) expect(text).not.toContain('sk-canary')

    expect((await service.call('DELETE', path, { key: mia.key })).status).toBe(204)
    const after = await service.call('GET', '/api/v1/engines', { key: mia.key })
    expect(after.body).toEqual(before.body)
  })

  test('a key that is left out stays for the same URL and is sent to no other', async () => {
    await choose({ kind: 'openai', model: 'one', api_key: 'sk-canary' })
    expect((await choose({ kind: 'openai', model: 'two' })).body.has_api_key).toBe(true)
    const moved = await choose({ kind: 'openai', model: 'two', base_url: 'https://evil.example' })
    expect(moved.body.has_api_key).toBe(false)
  })

  test.each([
    [{ kind: 'openai' }, 'model'],
    [{ kind: 'replicate', model: 'a/b' }, 'api_key'],
    [{ kind: 'automatic1111' }, 'base_url'],
    [{ kind: 'dalle' }, 'kind'],
    [{ kind: 'automatic1111', base_url: 'ftp://x' }, 'base_url'],
    [{ kind: 'automatic1111', base_url: 'http://x', timeout_seconds: 1 }, 'timeout_seconds'],
  ])('400 for %j', async (body, field) => {
    const answer = await choose(body)
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, field])
  })

  test('only administrators choose, and only for their workspace', async () => {
    const member = await service.colleague(mia, 'member')
    const body = { kind: 'openai', model: 'x' }
    expect((await choose(body, member.key)).status).toBe(403)
    expect((await service.call('DELETE', path, { key: member.key })).status).toBe(403)
    expect((await service.call('PUT', path, { body })).status).toBe(401)
    const jo = await service.tenant()
    await choose(body)
    const theirs = await service.call('GET', '/api/v1/engines', { key: jo.key })
    expect(theirs.body.results[0].chosen_by).toBe('installation')
  })
})

describe('work of a workspace with an external engine', () => {
  test('goes to that engine with the full request; kept pixels stay unchanged', async () => {
    const green = Buffer.from(await png(draw(128, 64, () => [10, 200, 30]))).toString('base64')
    server.reply = (_, response) =>
      sendJson(response, 200, { images: [green, green], info: JSON.stringify({ seed: 5 }) })
    await choose({ kind: 'automatic1111', base_url: `${server.url}/`, api_key: 'ann:pa:ss' })
    const task = await runTool(service, mia.key, 'image-outpainting', {
      image_url: scene,
      ...ask,
      negative_prompt: 'people',
      guidance_scale: 11.5,
      seed: 5,
    })
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    expect(task.info.engine).toMatchObject({ name: 'automatic1111', prompt_applied: true })
    expect(task.info.warnings).toEqual([])
    expect(task.info.result).toHaveLength(2)
    const [sent] = server.received
    expect([sent?.path, sent?.headers.authorization]).toEqual([
      '/sdapi/v1/img2img',
      `Basic ${Buffer.from('ann:pa:ss').toString('base64')}`,
    ])
    expect(JSON.parse(String(sent?.body))).toMatchObject({
      prompt: 'a green hill',
      negative_prompt: 'people',
      cfg_scale: 11.5,
      batch_size: 2,
      seed: 5,
    })
    const { data, info } = await downloadPixels(service, task.info.result[0].url)
    expect([...data.subarray(0, 3)]).toEqual([200, 180, 40])
    expect([...data.subarray((info.width - 1) * info.channels).subarray(0, 3)]).toEqual([
      10, 200, 30,
    ])
  })

  test('a fill without a prompt gets a neutral one and a warning', async () => {
    const grey = Buffer.from(await png(draw(64, 64, () => [90, 90, 90]))).toString('base64')
    server.reply = (_, response) => sendJson(response, 200, { images: [grey] })
    await choose({ kind: 'automatic1111', base_url: server.url })
    const mask = dataUrl(await png(draw(64, 64, (x) => (x < 20 ? [255, 255, 255] : [0, 0, 0]))))
    const task = await runTool(service, mia.key, 'generative-fill', {
      image_url: scene,
      mask_url: mask,
      count: 1,
    })
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    const sent = JSON.parse(String(server.received[0]?.body))
    expect(sent.prompt.length).toBeGreaterThan(10)
    expect(task.info.warnings.join()).toContain(sent.prompt)
  })

  test('rejected credentials fail immediately; temporary errors are retried', async () => {
    server.reply = (_, response) => sendJson(response, 401, { error: 'bad key sk-canary' })
    await choose({ kind: 'automatic1111', base_url: server.url, api_key: 'a:sk-canary' })
    const refused = await runTool(service, mia.key, 'image-outpainting', {
      image_url: scene,
      ...ask,
    })
    expect(refused.info.errors[0].code).toBe('engine_credentials_refused')
    expect(JSON.stringify(refused)).not.toContain('sk-canary')
    expect([refused.attempts, server.received.length]).toEqual([1, 1])

    server.received.length = 0
    const green = Buffer.from(await png(draw(128, 64, () => [10, 200, 30]))).toString('base64')
    server.reply = (_, response) => {
      if (server.received.length === 1) return sendJson(response, 503, { detail: 'starting' })
      return sendJson(response, 200, { images: [green] })
    }
    const { body } = await service.call('POST', '/api/v1/tools/image-outpainting', {
      key: mia.key,
      body: { image_url: scene, ...ask, count: 1 },
    })
    await hurryRetry(body.task_id)
    const healed = await waitForTask(service, mia.key, body.task_id)
    expect([healed.status, healed.attempts]).toEqual(['SUCCESS', 2])
  })

  test('a URL in a private network is rejected with advice', async () => {
    await choose({ kind: 'automatic1111', base_url: 'http://169.254.169.254' })
    const task = await runTool(service, mia.key, 'image-outpainting', { image_url: scene, ...ask })
    expect(task.info.errors[0]).toMatchObject({ code: 'engine_address_forbidden' })
    expect(task.error).toContain('ATELIER_ALLOW_CIDRS')
  })

  test('cancelling also cancels the external job, because it costs money', async () => {
    server.reply = (received, response) => {
      if (received.path.endsWith('/cancel')) return sendJson(response, 200, {})
      return sendJson(response, 201, { id: 'p1', status: 'processing' })
    }
    await choose({ kind: 'replicate', model: 'v1', api_key: 'k', base_url: server.url })
    const { body } = await service.call('POST', '/api/v1/tools/image-outpainting', {
      key: mia.key,
      body: { image_url: scene, ...ask },
    })
    await expect.poll(() => server.received.length).toBeGreaterThan(1)
    const cancel = `/api/v1/tasks/${body.task_id}/cancel`
    expect((await service.call('POST', cancel, { key: mia.key })).status).toBe(200)
    await expect
      .poll(() => server.received.map(({ path }) => path))
      .toContain('/v1/predictions/p1/cancel')
  })
})

test('models of the embedded engines and their size on disk', async () => {
  const { key } = await service.tenant()
  const body = await expectStatus(200, service.call('GET', '/api/v1/engines/models', { key }))
  const isnet = body.results.find(({ id }: { id: string }) => id === 'isnet')
  expect(isnet).toMatchObject({ engine: 'background', licence: 'MIT', bytes: 88_188_479 })
  // Only the operator needs to know the folder.
  expect(isnet.folder).toBeUndefined()
})
