import { describe, expect, test } from 'vitest'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { operator } from '../workspaces/operator.ts'

const service = useService()
const mia = useTenant(service)

/** Uses a lane without workers: these tests need no results. */
async function submit(kind: string, input: object, webhookUrl?: string) {
  const actor = await operator(service.deps, { workspace: mia.slug, user: mia.email })
  const { task_id } = await service.deps.db.transaction(mia.workspaceId, (tx) =>
    submitTask(service.deps, tx, actor, {
      kind,
      lane: 'bench' as never,
      input,
      webhookUrl,
    }),
  )
  return task_id
}

const read = (id: string, key: string | undefined = mia.key) =>
  service.call('GET', `/api/v1/tasks/${id}/input`, key === undefined ? {} : { key })

async function readInput(id: string) {
  const body = await expectStatus(200, read(id))
  return body
}

async function uploaded() {
  const { body } = await service.call('POST', '/api/v1/assets/sign', {
    key: mia.key,
    body: { filename: 'cat.png', filetype: 'image/png' },
  })
  return body.asset as string
}

describe('GET /tasks/{task_id}/input', () => {
  test('200 returns the input unchanged', async () => {
    const image_url = await uploaded()
    const given = { image_url, output_format: 'webp', quality: 80, storage: 'transient' }
    const { body } = await service.call('POST', '/api/v1/tools/convert-format', {
      key: mia.key,
      body: { ...given, webhook_url: 'https://hooks.example.com/services/T1/B2/hidden' },
    })
    const answer = await read(body.task_id)
    expect(answer.body).toEqual({
      task_id: body.task_id,
      tool: 'convert-format',
      input: given,
      left_out: [{ field: 'webhook_url', reason: 'secret' }],
    })
    expect(answer.text).not.toContain('hooks.example.com')
  })

  test('an inline image is listed but not repeated, whatever its size', async () => {
    const picture = `data:image/png;base64,${'A'.repeat(20_000_000)}`
    const prompt = 'data: the sea of numbers, painted'
    const id = await submit('image-outpainting', {
      image_url: picture,
      mask_url: 'DATA:,x',
      prompt,
      extend: { left: 20 },
    })
    const answer = await read(id)
    expect(answer.body).toMatchObject({ input: { prompt, extend: { left: 20 } } })
    expect(Object.keys(answer.body.input).toSorted()).toEqual(['extend', 'prompt'])
    expect(answer.body.left_out).toEqual([
      { field: 'mask_url', reason: 'data_url', length: 7 },
      {
        field: 'image_url',
        reason: 'data_url',
        content_type: 'image/png',
        length: picture.length,
      },
    ])
    expect(answer.text.length).toBeLessThan(1000)
  })

  test('URLs lose their secrets; a link to an asset becomes its id', async () => {
    const form = new FormData()
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    form.append('file', new Blob([png], { type: 'image/png' }), 'dot.png')
    const asset = (
      await service.call('POST', '/api/v1/assets/upload', { key: mia.key, body: form })
    ).body
    expect(asset.file_url).toContain('/files/')
    const id = await submit('replace-background', {
      image_url: asset.file_url,
      background_url: 'https://mia:word@cdn.example.com/a/b.png?X-Amz-Signature=abc#part',
      mask_url: 'https://Example.com',
    })
    const { input, left_out } = await readInput(id)
    expect(input).toEqual({
      image_url: asset.id,
      background_url: 'https://cdn.example.com/a/b.png',
      mask_url: 'https://Example.com',
    })
    expect(left_out).toEqual([{ field: 'background_url', reason: 'shortened' }])
    await service.call('DELETE', `/api/v1/assets/${asset.id}`, { key: mia.key })
    const gone = await readInput(id)
    expect(gone.input.image_url).toMatch(/^http[^?]+\/files\/[^?]+$/)
    expect(gone.left_out.map(({ field }: { field: string }) => field)).toContain('image_url')
  })

  test('internal tasks show only ids, because their input contains tokens and headers', async () => {
    const id = await submit('video-submission', { video_id: 'the-video', token: 'hidden' })
    expect(await readInput(id)).toEqual({
      task_id: id,
      tool: 'video-submission',
      input: { video_id: 'the-video' },
      left_out: [{ field: 'token', reason: 'secret' }],
    })
    const headers = { authorization: 'Bearer hidden' }
    const request = await read(await submit('http-request', { url: 'https://a.example', headers }))
    expect(request.body.input).toEqual({})
    expect(request.text).not.toContain('hidden')
  })

  test('401, 403 and 404', async () => {
    const id = await submit('speech', { text: 'Hello' })
    expect((await readInput(id)).input).toEqual({ text: 'Hello' })
    const stranger = await service.tenant()
    const narrow = await service.call('POST', '/api/v1/api-keys', {
      key: mia.key,
      body: { name: 'Narrow', scopes: ['assets:read'] },
    })
    expect((await service.call('GET', `/api/v1/tasks/${id}/input`)).status).toBe(401)
    expect((await read(id, narrow.body.key)).status).toBe(403)
    expect((await read(id, stranger.key)).body.code).toBe('task_not_found')
    expect((await read('no-id')).status).toBe(404)
  })
})
