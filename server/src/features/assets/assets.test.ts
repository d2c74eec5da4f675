import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../test/harness.ts'
import { useHttpServer } from '../../../test/local-servers.ts'
import { StorageError, type StorageErrorCode } from '../../platform/storage/storage-error.ts'

const service = useService()
let picture: Buffer
let baseUrl: string

beforeAll(async () => {
  const flat = { width: 600, height: 400, channels: 3 as const, background: '#2266aa' }
  picture = await sharp({ create: flat }).png().toBuffer()
  baseUrl = await service.listen()
})

async function ready(tenant: Tenant, id: string) {
  await expect
    .poll(
      async () =>
        (await service.call('GET', `/api/v1/assets/${id}`, { key: tenant.key })).body.status,
      { interval: 100 },
    )
    .toBeGreaterThanOrEqual(2)
  return (await service.call('GET', `/api/v1/assets/${id}`, { key: tenant.key })).body
}

/** The type of each event of an asset, and the status in it. */
async function listEvents({ workspaceId }: Tenant) {
  const events = await service.deps.db.system<{ type: string; data: { status?: number } }>`
    select type, data from events where workspace_id = ${workspaceId} order by id`
  return events
    .filter(({ type }) => type.startsWith('asset.'))
    .map(({ type, data: { status } }) => (status === undefined ? [type] : [type, status]))
}

async function upload(
  tenant: Tenant,
  bytes: Buffer,
  type = 'image/png',
  name = 'photo.png',
  headers: Record<string, string> = {},
) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return fetch(`${baseUrl}/api/v1/assets/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Api-Key ${tenant.key}`, ...headers },
  })
}

describe('the storage', () => {
  const failing = async (code: StorageErrorCode, work: () => Promise<Response>) => {
    const { storage } = service.deps
    const { putContent } = storage
    storage.putContent = async (source) => {
      for await (const _ of source) throw new StorageError(code)
      throw new StorageError(code)
    }
    return work().finally(() => {
      storage.putContent = putContent
    })
  }

  test.each([
    ['storage_full', 507, 'storage_full'],
    ['storage_unavailable', 503, 'storage_unavailable'],
    ['too_large', 413, 'body_too_large'],
  ] as const)(
    '%s is a %i, for forms and signed uploads, and the connection stays usable',
    async (code, status, name) => {
      const mia = await service.tenant()
      const { body: signed } = await service.call('POST', '/api/v1/assets/sign', {
        key: mia.key,
        body: { filename: 'photo.png', filetype: 'image/png', resource: 'board', resource_id: 7 },
      })
      const large = Buffer.alloc(3_000_000)
      const put = () => fetch(signed.signed, { method: 'PUT', body: new Uint8Array(large) })
      for (const send of [() => upload(mia, large), put]) {
        const failed = await failing(code, send)
        expect(failed.status).toBe(status)
        expect(await failed.json()).toMatchObject({ code: name })
        expect(failed.headers.has('retry-after')).toBe(status !== 413)
        expect((await upload(mia, picture)).status).toBe(201)
      }
    },
  )
})

describe('sign, PUT, register', () => {
  test('from signed upload to a finished asset with size and thumbnail', async () => {
    const mia = await service.tenant()
    const { body: signed } = await service.call('POST', '/api/v1/assets/sign', {
      key: mia.key,
      body: { filename: 'photo.png', filetype: 'image/png', resource: 'board', resource_id: 7 },
    })
    expect(signed).toMatchObject({
      resource_id: '7',
      asset_type: 0,
      asset_key: `uploads/${signed.asset}`,
    })
    const register = () =>
      service.call('POST', '/api/v1/assets', {
        key: mia.key,
        body: { id: signed.asset, asset_name: 'Photo', payload: { title: 'A photo' } },
      })
    expect((await register()).body.code).toBe('asset_not_uploaded')
    const put = await fetch(signed.signed, {
      method: 'PUT',
      body: new Uint8Array(picture),
      headers: { 'content-type': 'image/png' },
    })
    expect(put.status).toBe(204)
    expect((await register()).status).toBe(201)
    const asset = await ready(mia, signed.asset)
    expect(asset).toMatchObject({
      status: 4,
      name: 'Photo',
      width: 600,
      height: 400,
      bytes: picture.length,
      content_type: 'image/png',
      payload: { title: 'A photo' },
    })
    const thumbnail = Buffer.from(await (await fetch(asset.thumbnail)).arrayBuffer())
    expect((await sharp(thumbnail).metadata()).width).toBe(512)
    const late = await fetch(signed.signed, { method: 'PUT', body: 'x' })
    expect(late.status).toBe(409)
  })

  test('a signed URL rejects another method, another key, changes and expiry', async () => {
    const mia = await service.tenant()
    const { body } = await service.call('POST', '/api/v1/assets/sign', {
      key: mia.key,
      body: { filename: 'a.png', filetype: 'image/png' },
    })
    const put = (url: string) => fetch(url, { method: 'PUT', body: 'x' })
    expect((await fetch(body.signed)).status).toBe(403)
    expect((await put(body.signed.replace('max_bytes=', 'max_bytes=9'))).status).toBe(403)
    expect((await put(body.signed.replace(body.asset, mia.userId))).status).toBe(403)
    service.advance(3601)
    expect((await put(body.signed)).status).toBe(410)
  })
})

describe('upload and download', () => {
  test('multipart creates an asset; ranges, ETag and disposition are served', async () => {
    const mia = await service.tenant()
    const answer = await upload(mia, picture, 'image/png', 'Überblick "1".png')
    expect(answer.status).toBe(201)
    const asset = await ready(mia, ((await answer.json()) as { id: string }).id)
    const whole = await fetch(asset.file_url)
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(picture)
    expect(whole.headers.get('content-type')).toBe('image/png')
    expect(whole.headers.get('content-disposition')).toContain("filename*=UTF-8''")
    const part = await fetch(asset.file_url, { headers: { range: 'bytes=2-5' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 2-5/${picture.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(picture.subarray(2, 6))
    const beyond = await fetch(asset.file_url, { headers: { range: 'bytes=99999999-' } })
    expect(beyond.status).toBe(416)
    const etag = whole.headers.get('etag') as string
    expect((await fetch(asset.file_url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await fetch(asset.file_url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(picture.length))
  })

  test('an upload with an idempotency key happens once; other bytes or another name are rejected', async () => {
    const mia = await service.tenant()
    const key = { 'idempotency-key': 'picture-1' }
    const send = (bytes: Buffer, name: string) => upload(mia, bytes, 'image/png', name, key)
    const first = await send(picture, 'one.png')
    const again = await send(picture, 'one.png')
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.json()).toEqual(await first.json())
    for (const other of [await send(picture, 'two.png'), await send(Buffer.from('x'), 'one.png')]) {
      const { code } = (await other.json()) as { code: string }
      expect([other.status, code]).toEqual([422, 'idempotency_key_reused'])
    }
    const { body } = await service.call('GET', '/api/v1/assets', { key: mia.key })
    expect(body.count).toBe(1)
  })

  test('the claimed media type is checked: a script is not an image', async () => {
    const mia = await service.tenant()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    for (const bytes of [svg, Buffer.from('hello'), Buffer.from([0])]) {
      const answer = (await (await upload(mia, bytes)).json()) as { id: string }
      const asset = await ready(mia, answer.id)
      expect(asset).toMatchObject({ status: 2, file_url: null })
      expect(asset.error).toContain('does not fit')
    }
    const broken = (await (await upload(mia, picture.subarray(0, 60))).json()) as { id: string }
    expect((await ready(mia, broken.id)).status).toBe(3)
  })

  test('400 without a file, with another body type, with an unsupported media type', async () => {
    const mia = await service.tenant()
    const headers = { authorization: `Api-Key ${mia.key}` }
    const send = (init: RequestInit) =>
      fetch(`${baseUrl}/api/v1/assets/upload`, { method: 'POST', headers, ...init })
    expect((await send({ body: new FormData() })).status).toBe(400)
    expect((await send({ body: '{}' })).status).toBe(400)
    expect((await upload(mia, picture, 'application/x-sh', 'x.sh')).status).toBe(400)
  })

  test('list, search, delete; identical content of another asset stays', async () => {
    const mia = await service.tenant()
    const ids: string[] = []
    for (const name of ['one.png', 'two.png']) {
      ids.push(
        ((await (await upload(mia, picture, 'image/png', name)).json()) as { id: string }).id,
      )
    }
    for (const id of ids) await ready(mia, id)
    const list = async (query: string) =>
      (await service.call('GET', `/api/v1/assets?${query}`, { key: mia.key })).body.count
    expect([await list(''), await list('search=ONE'), await list('asset_type=2')]).toEqual([
      2, 1, 0,
    ])
    const remove = () => service.call('DELETE', `/api/v1/assets/${ids[0]}`, { key: mia.key })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    const other = await ready(mia, ids[1] as string)
    expect((await fetch(other.file_url)).status).toBe(200)
  })
})

describe('the signed URL of a file', () => {
  const small = { width: 8, height: 8, channels: 3 as const }
  async function uploadColour(tenant: Tenant, background: string) {
    const bytes = await sharp({ create: { ...small, background } })
      .png()
      .toBuffer()
    const { id } = (await (await upload(tenant, bytes)).json()) as { id: string }
    return ready(tenant, id)
  }
  const fetchStatus = async (url: string) => (await fetch(url)).status

  test('works for whoever has it, also after its maker left, until it expires', async () => {
    const mia = await service.tenant()
    const jo = await service.colleague(mia, 'member')
    const asset = await uploadColour(jo, '#123456')
    await service.call('DELETE', `/api/v1/workspaces/members/${jo.userId}`, { key: mia.key })
    expect(await fetchStatus(asset.file_url)).toBe(200)
    service.advance(2 * 86_400)
    expect(await fetchStatus(asset.file_url)).toBe(410)
  })

  test('ends when the file is deleted, unless another file has the same content', async () => {
    const mia = await service.tenant()
    const [first, second] = [await uploadColour(mia, '#654321'), await uploadColour(mia, '#654321')]
    for (const [{ id }, status] of [
      [first, 200],
      [second, 404],
    ]) {
      await service.call('DELETE', `/api/v1/assets/${id}`, { key: mia.key })
      expect(await fetchStatus(first.file_url)).toBe(status)
      expect(await fetchStatus(first.thumbnail)).toBe(status)
    }
    const again = await uploadColour(mia, '#654321')
    expect(await fetchStatus(again.file_url)).toBe(200)
  })
})

describe('from-url', () => {
  const server = useHttpServer((request, response) => {
    if (request.url === '/photo.png') response.setHeader('content-type', 'image/png').end(picture)
    else if (request.url === '/busy.png') response.writeHead(503).end()
    else if (request.url !== '/silent.png') response.writeHead(404).end()
  })
  const from = async (mia: Tenant, url: string) =>
    (await service.call('POST', '/api/v1/assets/from-url', { key: mia.key, body: { url } })).body
      .id as string

  const findTask = async (mia: Tenant) =>
    (await service.call('GET', '/api/v1/tasks?kind=fetch-asset', { key: mia.key })).body.results[0]

  test('fetches in the background; a failed fetch has a reason', async () => {
    const mia = await service.tenant()
    expect(await ready(mia, await from(mia, `${server.url}/photo.png`))).toMatchObject({
      status: 4,
      width: 600,
    })
    expect(await ready(mia, await from(mia, `${server.url}/none.png`))).toMatchObject({ status: 2 })
    expect(await ready(mia, await from(mia, 'http://169.254.169.254/latest'))).toMatchObject({
      status: 2,
    })
    expect(await listEvents(mia)).toEqual([
      ...[['asset.created'], ['asset.processed', 4]],
      ...[['asset.created'], ['asset.processed', 2]],
      ...[['asset.created'], ['asset.processed', 2]],
    ])
    const bad = await service.call('POST', '/api/v1/assets/from-url', {
      key: mia.key,
      body: { url: 'file:///etc/passwd' },
    })
    expect([bad.status, bad.body.errors[0].path]).toEqual([400, 'url'])
  })

  test('the asset fails when all attempts have failed', async () => {
    const mia = await service.tenant()
    const id = await from(mia, `${server.url}/busy.png`)
    await expect.poll(async () => (await findTask(mia)).status).toBe('RETRY')
    await service.deps.db.system`
      update tasks set attempts = 3, due_at = now() where workspace_id = ${mia.workspaceId}`
    expect(await ready(mia, id)).toMatchObject({ status: 2, error: expect.stringContaining('503') })
    expect(await listEvents(mia)).toEqual([['asset.created'], ['asset.processed', 2]])
  })

  test('the asset fails when its task is cancelled', async () => {
    const mia = await service.tenant()
    const id = await from(mia, `${server.url}/silent.png`)
    await expect.poll(() => server.requests).toContain('GET /silent.png')
    const { task_id } = await findTask(mia)
    await service.call('POST', `/api/v1/tasks/${task_id}/cancel`, { key: mia.key })
    const error = 'The task was cancelled.'
    expect(await ready(mia, id)).toMatchObject({ status: 2, error, file_url: null })
    expect(await listEvents(mia)).toEqual([['asset.created'], ['asset.processed', 2]])
  })
})
