import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { catchError } from '../../server/test/catch-error.ts'
import { startHttpServer } from '../../server/test/local-servers.ts'
import { backoffMs } from '../src/delays.ts'
import { Atelier, AtelierError, ConnectionError, isRateLimited } from '../src/index.ts'
import { type Failure, startFlakyProxy } from './flaky-proxy.ts'
import { useServer } from './use-server.ts'

/** Lost requests and responses between the client and a real server. */
const server = useServer()
let proxy: Awaited<ReturnType<typeof startFlakyProxy>>
let atelier: Atelier

beforeAll(async () => {
  proxy = await startFlakyProxy(server.baseUrl)
})
afterAll(() => proxy.close())
afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  // Makes the random pauses as short as possible.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  proxy.passed.length = 0
  atelier = server.createClient(await server.service.tenant(), { baseUrl: proxy.baseUrl })
})

/** The first requests fail, the later ones don't. */
const first = (...failures: Failure[]) => proxy.failRequests((_, number) => failures[number - 1])

const keys = () => proxy.passed.map(({ headers }) => headers['idempotency-key'])

async function boards(): Promise<string[]> {
  const { results } = await atelier.boards.list()
  return results.map(({ title }) => title)
}

test('a response lost twice: the same key each time, and one board', async () => {
  first('lose the answer', 'cut before the server hears of it', 'lose the answer')
  const board = await atelier.boards.create({ title: 'Once' })
  expect(keys()).toHaveLength(4)
  expect(new Set(keys()).size).toBe(1)
  expect(keys()[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(await boards()).toEqual(['Once'])
  expect(board.title).toBe('Once')
  await atelier.boards.create({ title: 'Twice' })
  expect(new Set(keys().filter(Boolean)).size).toBe(2)
})

test("a change has a key too, and uses the caller's key", async () => {
  const { id } = await atelier.boards.create({ title: 'Old' }, { idempotencyKey: 'launch-1' })
  first()
  proxy.passed.length = 0
  first('lose the answer')
  await atelier.boards.update(id, { title: 'New' }, { idempotencyKey: 'launch-2' })
  expect(keys()).toEqual(['launch-2', 'launch-2'])
})

test.each([502, 503, 504, 429])('%i is retried', async (status) => {
  first({ status }, { status })
  expect(await atelier.boards.list()).toMatchObject({ count: 0 })
  expect(proxy.passed).toHaveLength(3)
})

test('waits while the first request with the same key still runs', async () => {
  const body = { code: 'idempotency_key_in_use', detail: 'It is still running.' }
  first({ status: 409, body })
  await atelier.boards.create({ title: 'Waited for' })
  expect(proxy.passed).toHaveLength(2)
})

test('other errors are not retried', async () => {
  for (const [status, code] of [
    [409, 'slug_taken'],
    [500, 'internal_error'],
    [400, 'validation_failed'],
  ] as const) {
    proxy.passed.length = 0
    first({ status, body: { code, detail: 'No.' } })
    expect(await catchError(atelier.boards.create({ title: 'x' }))).toMatchObject({ status, code })
    expect(proxy.passed).toHaveLength(1)
  }
})

test('gives up after maxRetries', async () => {
  proxy.failRequests(() => ({ status: 503 }))
  const patient = atelier.with({ maxRetries: 2 })
  expect(await catchError(patient.boards.list())).toMatchObject({ status: 503 })
  expect(proxy.passed).toHaveLength(3)
  proxy.passed.length = 0
  expect(await catchError(atelier.with({ maxRetries: 0 }).boards.list())).toBeInstanceOf(
    AtelierError,
  )
  expect(proxy.passed).toHaveLength(1)
})

test('Retry-After is honoured; an hour is left to the caller', async () => {
  first({ status: 429, headers: { 'retry-after': '1' } })
  const before = performance.now()
  await atelier.boards.list()
  expect(performance.now() - before).toBeGreaterThanOrEqual(990)
  proxy.passed.length = 0
  first({ status: 429, headers: { 'retry-after': '3600' } })
  const error = await catchError(atelier.boards.list())
  expect(isRateLimited(error) && error.retryAfterMs).toBe(3_600_000)
  expect(proxy.passed).toHaveLength(1)
})

test('a retry is reported before the pause', async () => {
  first({ status: 429, headers: { 'retry-after': '0' } })
  const onRetry = vi.fn()
  await atelier.with({ onRetry }).boards.create({ title: 'Reported' })
  expect(onRetry).toHaveBeenCalledExactlyOnceWith({
    operation: 'createBoard',
    error: expect.objectContaining({ status: 429 }),
    delayMs: 0,
    attempt: 1,
  })
})

test('requests that are not safe to repeat are sent once', async () => {
  proxy.failRequests(() => 'cut before the server hears of it')
  const signingIn = atelier.auth.logIn({ email: 'mia@example.com', password: 'secret' })
  expect(await catchError(signingIn)).toBeInstanceOf(ConnectionError)
  expect(proxy.passed).toHaveLength(1)
  expect(proxy.passed[0]?.headers).not.toHaveProperty('authorization')
  proxy.passed.length = 0
  const stream = new Blob(['x']).stream()
  expect(await catchError(atelier.assets.upload(stream))).toBeInstanceOf(ConnectionError)
  expect(proxy.passed).toHaveLength(1)
})

test('an upload whose response is lost is retried and creates one asset', async () => {
  proxy.failRequests((_, number) => (number === 1 ? 'lose the answer' : undefined))
  const pdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' })
  const { id } = await atelier.assets.upload(pdf, { filename: 'one.pdf' })
  expect(proxy.passed.map(({ url }) => url)).toEqual(Array(2).fill('/api/v1/assets/upload'))
  const { results } = await atelier.assets.list()
  expect(results.map((asset) => asset.id)).toEqual([id])
})

test('timeouts and unreachable servers', async () => {
  const silent = await startHttpServer(() => {})
  // On a busy machine, not every request reaches the server in time.
  const sending = vi.fn(fetch)
  const settings = { baseUrl: silent.url, apiKey: 'k', timeoutMs: 50, maxRetries: 1 }
  const waiting = new Atelier({ ...settings, fetch: sending })
  expect(await catchError(waiting.boards.list())).toMatchObject({
    name: 'ConnectionError',
    isTimeout: true,
  })
  expect(sending).toHaveBeenCalledTimes(2)
  await silent.close()
  const closed = new Atelier({ baseUrl: silent.url, apiKey: 'k', maxRetries: 0 })
  expect(await catchError(closed.boards.list())).toMatchObject({ isTimeout: false })
})

test('a response that is not from Atelier is reported as such', async () => {
  const gate = await startHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<h1>Please sign in to the Wi-Fi</h1>')
  })
  const elsewhere = new Atelier({ baseUrl: gate.url, apiKey: 'k' })
  expect(await catchError(elsewhere.boards.list())).toMatchObject({
    status: 200,
    code: 'not_atelier',
  })
  await gate.close()
})

test('delays double up to a limit, with jitter', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  expect([0, 1, 2, 3, 4, 5, 9].map((tries) => backoffMs(tries))).toEqual([
    250, 500, 1000, 2000, 4000, 4000, 4000,
  ])
})

test('an abort ends the delay between two attempts', async () => {
  const leaving = new AbortController()
  proxy.failRequests(() => {
    setTimeout(() => leaving.abort(new Error('enough')), 20)
    return { status: 503, headers: { 'retry-after': '30' } }
  })
  const error = await catchError(atelier.boards.list({}, { signal: leaving.signal }))
  expect(error.message).toBe('enough')
  expect(proxy.passed).toHaveLength(1)
})

test('every request asks for strict validation', async () => {
  first()
  await atelier.boards.create({ title: 'x' })
  expect(proxy.passed[0]?.headers.prefer).toBe('handling=strict')
})

test('values that cannot be sent, and errors of a callback, are not retried', async () => {
  first()
  const placeholder = await catchError(atelier.with({ apiKey: 'atl_…' }).boards.list())
  expect(placeholder).toBeInstanceOf(TypeError)
  expect(String(placeholder)).toContain('Copy the whole key')
  expect(await catchError(atelier.boards.create({ title: 1n as never }))).toBeInstanceOf(TypeError)
  expect(proxy.passed).toHaveLength(0)
  const own = new RangeError('mine')
  const onResponse = () => {
    throw own
  }
  expect(await catchError(atelier.boards.list({}, { onResponse }))).toBe(own)
  expect(proxy.passed).toHaveLength(1)
})

test('a new credential replaces the old one, also one of another kind', async () => {
  const renewed = atelier.with({ accessToken: 'another' })
  expect(await catchError(renewed.boards.list())).toMatchObject({ status: 401 })
  expect((await atelier.with({ space: undefined }).boards.list()).count).toBe(0)
})
