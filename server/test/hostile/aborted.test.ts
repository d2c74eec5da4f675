import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { useService, useTenant } from '../harness.ts'
import { countOpenFiles } from '../open-files.ts'
import { sample } from '../soak.ts'
import { withKey } from '../sockets.ts'

/** A client that disconnects midway leaves nothing behind. */
const service = useService()
const times = sample(50, 1000)
const atOnce = 10
const mia = useTenant(service)
let baseUrl: string

beforeAll(async () => {
  baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => service.app.server.closeAllConnections())

const connections = () =>
  new Promise<number>((resolve) =>
    service.app.server.getConnections((_error, count) => resolve(count)),
  )

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length
let timersBefore = Number.POSITIVE_INFINITY

async function standing() {
  const [{ assets = 0, unused = 0 } = {}] = await service.deps.db.system<Record<string, number>>`
    select (select count(*) from assets where content_key is not null) as assets,
      (select count(*) from unused_contents) as unused`
  return {
    descriptors: countOpenFiles(service.deps.config.dataDir),
    connections: await connections(),
    files: listFiles(service.deps.config.dataDir).length,
    // Some come and go by themselves; one per attack would be a leak.
    leaksTimers: timers() - timersBefore > times / 2,
    assets,
    unused,
  }
}

/** Runs an attack many times, a few at once, and waits until everything is as before. */
async function expectNothingLeft(attack: () => Promise<void>): Promise<void> {
  const before = await standing()
  await attack() // creates everything that is created on first use
  await expect.poll(standing, { interval: 100 }).toEqual(before)
  timersBefore = timers()
  for (let done = 0; done < times; done += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, attack))
  }
  await expect.poll(standing, { interval: 100 }).toEqual(before)
}

function begin(method: string, path: string, headers: Record<string, string>): ClientRequest {
  const sent = request(new URL(path, baseUrl), { method, headers, agent: false })
  sent.on('error', () => {})
  return sent
}

/** Resolves once the bytes are sent and the service has started to read them. */
const written = (sent: ClientRequest, chunk: Buffer | string) =>
  new Promise<void>((resolve) => sent.write(chunk, () => setImmediate(resolve)))

const gone = (sent: ClientRequest) => {
  const closed = new Promise<void>((resolve) => sent.once('close', resolve))
  sent.destroy()
  return closed
}

const boundary = 'x-boundary'
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`

test('multipart uploads', async () => {
  await expectNothingLeft(async () => {
    const sent = begin('POST', '/api/v1/assets/upload', {
      authorization: `Api-Key ${mia.key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    })
    await written(sent, head)
    await written(sent, randomBytes(100_000))
    await gone(sent)
  })
})

test('multipart uploads with a content length', async () => {
  await expectNothingLeft(async () => {
    const sent = begin('POST', '/api/v1/assets/upload', {
      authorization: `Api-Key ${mia.key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': '1000000',
    })
    await written(sent, head + 'a'.repeat(50_000))
    await gone(sent)
  })
})

test('forms that end in the middle of a file', async () => {
  await expectNothingLeft(async () => {
    const answer = await fetch(`${baseUrl}/api/v1/assets/upload`, {
      method: 'POST',
      headers: {
        authorization: `Api-Key ${mia.key}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        connection: 'close',
      },
      body: head + randomBytes(20_000).toString('hex'),
    })
    expect(answer.status).toBe(400)
    await answer.arrayBuffer()
  })
})

test('signed uploads', async () => {
  const { body } = await service.call('POST', '/api/v1/assets/sign', {
    key: mia.key,
    body: { filename: 'a.png', filetype: 'image/png' },
  })
  const { pathname, search } = new URL(body.signed)
  await expectNothingLeft(async () => {
    const sent = begin('PUT', pathname + search, { 'content-type': 'image/png' })
    await written(sent, randomBytes(100_000))
    await gone(sent)
  })
})

test('event streams', async () => {
  await expectNothingLeft(async () => {
    const sent = begin('GET', '/api/v1/events/stream', {
      authorization: `Api-Key ${mia.key}`,
      accept: 'text/event-stream',
    })
    const answered = new Promise<void>((resolve) => {
      sent.on('response', (response) =>
        response.on('error', () => {}).once('data', () => resolve()),
      )
      sent.once('close', () => resolve())
    })
    sent.end()
    await answered
    await gone(sent)
  })
})

test('sockets', async () => {
  await expectNothingLeft(async () => {
    const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/api/v1/ws`, withKey(mia.key))
    socket.on('error', () => {})
    await new Promise<void>((resolve) => {
      socket.once('message', () => resolve())
      socket.once('close', () => resolve())
    })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.terminate()
    await closed
  })
})

test('half a handshake and half a request', async () => {
  const { hostname, port } = new URL(baseUrl)
  await expectNothingLeft(async () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    socket.write('GET /api/v1/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConn')
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.destroy()
    await closed
  })
})

test('400 for a form without a boundary and for invalid media types', async () => {
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
    const answer = await service.call('POST', '/api/v1/assets/upload', {
      key: mia.key,
      headers: { 'content-type': type },
      body: 'x',
    })
    expect([type, answer.status, answer.body.code]).toEqual([type, 400, 'validation_failed'])
  }
  const wrong = [
    ...['image/png,text/html', 'image/png, text/html', 'image/png\r\nSet-Cookie: a=b', 'image/пнг'],
    ...[
      'image/png;charset=x',
      'image/',
      'image//png',
      ' image/png',
      'image/png ',
      'image/p\u0000ng',
    ],
    ...['text/html', 'image/svg+xml,text/html', 'video/mp4\u2028'],
  ]
  for (const filetype of wrong) {
    const answer = await service.call('POST', '/api/v1/assets/sign', {
      key: mia.key,
      body: { filename: 'a.png', filetype },
    })
    expect([filetype, answer.status]).toEqual([filetype, 400])
    if (/[^\x20-\x7e]/.test(filetype)) continue
    const upload = await service.call('POST', '/api/v1/assets/upload', {
      key: mia.key,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: ${filetype}\r\n\r\nx\r\n--${boundary}--\r\n`,
    })
    expect([filetype, upload.status < 500]).toEqual([filetype, true])
  }
})

test('an asset stored before this check is served as plain bytes', async () => {
  const made = await service.call('POST', '/api/v1/assets/upload', {
    key: mia.key,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${head}not a picture\r\n--${boundary}--\r\n`,
  })
  expect(made.status).toBe(201)
  const read = async () =>
    (await service.call('GET', `/api/v1/assets/${made.body.id}`, { key: mia.key })).body
  // A background job inspects it, which would overwrite the test's changes.
  await expect.poll(async () => [2, 3, 4].includes((await read()).status)).toBe(true)
  for (const type of ['image/png,text/html', 'image/png\r\nx: y', 'image/пнг']) {
    await service.deps.db.system`
      update assets set content_type = ${type}, status = 4 where id = ${made.body.id}`
    const link = new URL((await read()).file_url)
    const file = await service.call('GET', link.pathname + link.search)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/octet-stream'])
    expect(file.headers['x-content-type-options']).toBe('nosniff')
    expect(file.headers['content-disposition']).toMatch(/^attachment/)
    expect(file.headers['content-security-policy']).toContain('sandbox')
  }
})
