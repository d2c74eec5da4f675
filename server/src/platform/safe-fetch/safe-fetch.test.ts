import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { createSafeFetch } from './safe-fetch.ts'
import { echo, limits, log, safeFetch, startRawServer, usePages } from './test-pages.ts'

const { server, serve } = usePages()

describe('an answer', () => {
  test('has status, headers, final URL and bytes', async () => {
    const url = serve('/plain', (_req, res) =>
      res.writeHead(201, { 'content-type': 'text/plain', 'x-two': ['a', 'b'] }).end('hello'),
    )
    const answer = await safeFetch(`${url}?q=1#part`, limits)
    expect(answer).toMatchObject({ status: 201, url: `${url}?q=1` })
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain', 'x-two': 'a, b' })
    expect(String(await answer.bytes())).toBe('hello')
  })

  test('can be read as a stream, and dropped half-way', async () => {
    const content = randomBytes(5_000_000)
    const url = serve('/big', (_req, res) => res.end(content))
    const whole = await safeFetch(url, { ...limits, maxBytes: 5_000_000 })
    expect(Buffer.concat(await whole.stream.toArray()).equals(content)).toBe(true)

    let closed = false
    const endless = serve('/endless', (_req, res) => {
      const timer = setInterval(() => res.write('x'), 5)
      res.on('close', () => {
        clearInterval(timer)
        closed = true
      })
    })
    const { stream } = await safeFetch(endless, limits)
    for await (const _chunk of stream) break
    await expect.poll(() => closed).toBe(true)
  })

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('is decompressed: %s', async (encoding, compress) => {
    const url = serve('/compressed', (_req, res) =>
      res.writeHead(200, { 'content-encoding': encoding }).end(compress('hello')),
    )
    expect(String(await (await safeFetch(url, limits)).bytes())).toBe('hello')
    const head = await safeFetch(url, { ...limits, method: 'HEAD' })
    expect((await head.bytes()).length).toBe(0)
  })

  test('in an unknown or a double compression is refused', async () => {
    for (const encoding of ['zstd', 'gzip, gzip', 'compress']) {
      const url = serve('/odd', (_req, res) =>
        res.writeHead(200, { 'content-encoding': encoding }).end('hello'),
      )
      expect(await catchError(safeFetch(url, limits))).toMatchObject({ code: 'wrong_type' })
    }
  })

  test.each([
    [404, false],
    [410, false],
    [501, false],
    [304, false],
    [408, true],
    [429, true],
    [500, true],
    [503, true],
  ])('of status %i is refused; retryable: %s', async (status, retryable) => {
    const url = serve('/status', (_req, res) => res.writeHead(status).end('details'))
    expect(await catchError(safeFetch(url, limits))).toMatchObject({
      code: 'bad_status',
      status,
      retryable,
    })
    const answer = await safeFetch(url, { ...limits, anyStatus: true })
    expect(answer.status).toBe(status)
    await answer.bytes()
  })
})

describe('a request', () => {
  test('can be a webhook: method, headers and body arrive byte by byte', async () => {
    const url = serve('/webhook', echo)
    const body = Buffer.from('{"name":"Zoë"}')
    const answer = await safeFetch(url, {
      ...limits,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Webhook-Id': 'msg_1' },
      body,
      maxRedirects: 0,
    })
    expect(JSON.parse(String(await answer.bytes()))).toMatchObject({
      method: 'POST',
      body: String(body),
      headers: {
        'content-type': 'application/json',
        'content-length': String(body.length),
        'webhook-id': 'msg_1',
        'user-agent': 'Atelier',
      },
    })
  })

  test('cannot be split or sent to another host by its headers', async () => {
    const url = serve('/headers', echo)
    const headers = { Host: 'evil', 'Transfer-Encoding': 'chunked', 'Content-Length': '1' }
    const answer = await safeFetch(url, { ...limits, method: 'POST', body: 'hello', headers })
    const seen = JSON.parse(String(await answer.bytes()))
    expect(seen.headers).toMatchObject({ host: `127.0.0.1:${server.port}`, 'content-length': '5' })
    const split = safeFetch(url, { ...limits, headers: { 'x-a': 'b\r\nx-c: d' } })
    expect((await catchError(split)).code).toBe('UND_ERR_INVALID_ARG')
  })

  test('to a closed port or a non-HTTP server fails with a message without addresses', async () => {
    const closed = await startRawServer('')
    await closed.close()
    const refused = await catchError(safeFetch(`http://closed.example:${closed.port}/`, limits))
    expect(refused).toMatchObject({ code: 'unreachable', retryable: true })
    expect(refused.message).toBe('The server refused the connection.')
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'
    expect(await catchError(safeFetch('http://127.0.0.1:0/', limits))).toMatchObject({
      code: 'unreachable',
    })
    for (const words of ['SSH-2.0-OpenSSH\r\n', '', '+PONG\r\n', 'HTTP/1.1 200', upgrade]) {
      const strange = await startRawServer(words)
      const error = await catchError(safeFetch(strange.url, limits))
      expect(error).toMatchObject({ code: 'unreachable', retryable: true })
      expect(error.message).not.toMatch(/127|::/)
      await strange.close()
    }
  })

  test('tries the next address when one does not answer', async () => {
    const url = serve('/next', (_req, res) => res.end('here'))
    const several = async () => ['127.0.0.3', '127.0.0.1']
    const fetch = createSafeFetch({ allowCidrs: ['127.0.0.0/8'], log, resolve: several })
    const answer = await fetch(url.replace('127.0.0.1', 'several.example'), limits)
    expect(String(await answer.bytes())).toBe('here')
  })

  test('a hundred at once leave neither connections nor timers behind', async () => {
    const url = serve('/many', (_req, res) => res.end('x'.repeat(5_000)))
    const left = (kind: string) =>
      process.getActiveResourcesInfo().filter((name) => name.includes(kind)).length
    // Other files of this worker may have some open.
    const socketsBefore = left('TCPSocket')
    const timersBefore = left('Timeout')
    const patient = { ...limits, timeoutMs: 600_000 }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => safeFetch(url, patient).then((a) => a.bytes())),
    )
    expect(answers.every((bytes) => bytes.length === 5_000)).toBe(true)
    expect(left('Timeout') - timersBefore).toBeLessThan(50)
    await expect.poll(() => left('TCPSocket')).toBeLessThanOrEqual(socketsBefore)
  })
})
