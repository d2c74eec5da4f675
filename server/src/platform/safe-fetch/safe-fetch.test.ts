import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failure, type LocalServer, startHttp, startTcp } from '../../../test/local-servers.ts'
import { createSafeFetch } from './safe-fetch.ts'

const log = { warn: () => {} }
const resolve = async () => ['127.0.0.1']
const safeFetch = createSafeFetch({ allowCidrs: ['127.0.0.1'], log, resolve })
const limits = { maxBytes: 10_000, timeoutMs: 25_000 }

type Answer = (req: IncomingMessage, res: ServerResponse) => void
const pages = new Map<string, Answer>()
let server: LocalServer
let other: LocalServer

beforeAll(async () => {
  const answer: Answer = (req, res) => {
    const page = pages.get(new URL(req.url ?? '', 'http://x').pathname)
    if (page) page(req, res)
    else res.writeHead(404).end()
  }
  server = await startHttp(answer)
  other = await startHttp(answer)
})
afterAll(() => Promise.all([server.close(), other.close()]))

/** Serves this page for the rest of the file and returns its URL. */
function serve(path: string, answer: Answer): string {
  pages.set(path, answer)
  return server.url + path
}

/** Returns the headers and the body of the request as JSON. */
const echo: Answer = async (req, res) => {
  const body = (await req.toArray()).join('')
  res.end(JSON.stringify({ method: req.method, headers: req.headers, body }))
}

/** Sends exactly these bytes, then closes the connection. */
async function saying(...parts: (string | Buffer)[]) {
  return startTcp((socket) => {
    for (const part of parts) socket.write(part)
    socket.end()
  })
}

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
      expect(await failure(safeFetch(url, limits))).toMatchObject({ code: 'wrong_type' })
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
    expect(await failure(safeFetch(url, limits))).toMatchObject({
      code: 'bad_status',
      status,
      retryable,
    })
    const answer = await safeFetch(url, { ...limits, anyStatus: true })
    expect(answer.status).toBe(status)
    await answer.bytes()
  })
})

describe('size', () => {
  const quality = constants.BROTLI_PARAM_QUALITY

  test('exactly as large as allowed is fine, one byte more is not', async () => {
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const url = serve('/size', (req, res) => {
        const size = Number(new URL(req.url ?? '', 'http://x').searchParams.get('size'))
        res.writeHead(200, headers).end(Buffer.alloc(size))
      })
      const answer = await safeFetch(`${url}?size=10000`, limits)
      expect((await answer.bytes()).length).toBe(10_000)
      const error = await failure(safeFetch(`${url}?size=10001`, limits).then((a) => a.bytes()))
      expect(error).toMatchObject({ code: 'too_large', retryable: false })
    }
  })

  test('a too large declared length is refused', async () => {
    const liar = await saying('HTTP/1.1 200 OK\r\nContent-Length: 10001\r\n\r\n')
    expect(await failure(safeFetch(liar.url, limits))).toMatchObject({ code: 'too_large' })
    await liar.close()
  })

  test('a declared length that is too small gives no more than declared', async () => {
    const liar = await saying('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 'x'.repeat(50_000))
    const read = safeFetch(liar.url, limits).then((answer) => answer.bytes())
    const outcome = await read.catch((error) => error)
    if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'unreachable' })
    else expect(outcome.length).toBe(5)
    await liar.close()
  })

  test('a body that ends before its declared length is damaged', async () => {
    const liar = await saying('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n', 'short')
    const error = await failure(safeFetch(liar.url, limits).then((answer) => answer.bytes()))
    expect(error).toMatchObject({ code: 'unreachable', retryable: true })
    await liar.close()
  })

  test('two lengths, or a length with chunks, are not valid HTTP', async () => {
    for (const headers of [
      'Content-Length: 5\r\nContent-Length: 6',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
    ]) {
      const liar = await saying(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\nhello`)
      const error = await failure(safeFetch(liar.url, limits).then((answer) => answer.bytes()))
      expect(error).toMatchObject({ code: 'unreachable' })
      await liar.close()
    }
  })

  test.each(['chunked', 'until it closes'])('an endless body is cut off: %s', async (kind) => {
    const { promise: cutOff, resolve: onClose } = Promise.withResolvers<void>()
    const flood = await startTcp((socket) => {
      socket.on('close', () => onClose())
      const isChunked = kind === 'chunked'
      const piece = Buffer.alloc(60_000, 'x')
      const framed = isChunked
        ? Buffer.concat([Buffer.from('ea60\r\n'), piece, Buffer.from('\r\n')])
        : piece
      socket.write(`HTTP/1.1 200 OK\r\n${isChunked ? 'Transfer-Encoding: chunked\r\n' : ''}\r\n`)
      const pour = () => {
        while (!socket.destroyed && socket.write(framed)) {}
      }
      socket.on('drain', pour)
      pour()
    })
    const options = { ...limits, maxBytes: 1_000_000 }
    const error = await failure(safeFetch(flood.url, options).then((answer) => answer.bytes()))
    expect(error).toMatchObject({ code: 'too_large' })
    // No more data can arrive.
    await cutOff
    await flood.close()
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('a bomb is never unpacked beyond the limit: %s', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000), { level: 1, params: { [quality]: 1 } })
    const url = serve('/bomb', (_req, res) =>
      res.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    )
    const { stream } = await safeFetch(url, { ...limits, maxBytes: 1_000_000 })
    let read = 0
    stream.on('data', (chunk) => {
      read += chunk.length
    })
    const error = await failure(finished(stream))
    expect(error).toMatchObject({ code: 'too_large' })
    expect(read).toBeLessThanOrEqual(1_000_000)
  })

  test('endless empty gzip members are cut off by the size on the wire', async () => {
    const nothing = gzipSync('')
    const piece = Buffer.concat(Array(500).fill(nothing))
    const url = serve('/members', (_req, res) => {
      res.writeHead(200, { 'content-encoding': 'gzip' })
      const pour = () => {
        while (!res.destroyed && res.write(piece)) {}
      }
      res.on('drain', pour)
      pour()
    })
    const error = await failure(safeFetch(url, limits).then((answer) => answer.bytes()))
    expect(error).toMatchObject({ code: 'too_large' })
  })

  test('damaged compression is reported', async () => {
    const whole = gzipSync(randomBytes(1_000))
    for (const body of [whole.subarray(0, 500), Buffer.from('no gzip at all')]) {
      const url = serve('/damaged', (_req, res) =>
        res.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
      )
      const error = await failure(safeFetch(url, limits).then((answer) => answer.bytes()))
      expect(error).toMatchObject({
        code: 'unreachable',
        message: 'The response was incomplete or corrupted.',
      })
    }
  })

  test('headers beyond 16 KiB are refused: one large, many small, without end', async () => {
    const floods = [
      await saying(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
      await saying('HTTP/1.1 200 OK\r\n', 'X: y\r\n'.repeat(20_000), '\r\n'),
      await startTcp((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const pour = () => {
          while (!socket.destroyed && socket.write('X: y\r\n'.repeat(100))) {}
        }
        socket.on('drain', pour)
        pour()
      }),
    ]
    for (const flood of floods) {
      expect(await failure(safeFetch(flood.url, limits))).toMatchObject({ code: 'too_large' })
      await flood.close()
    }
  })
})

describe('time', () => {
  // Each of these servers would run longer than the test may take.
  const short = { maxBytes: 10_000, timeoutMs: 300 }
  /** Enough for the headers on a busy machine; the body then uses up the rest. */
  const longer = { maxBytes: 1_000_000, timeoutMs: 2_000 }

  test('covers a server that says nothing', async () => {
    const url = serve('/silent', () => {})
    const error = await failure(safeFetch(url, short))
    expect(error).toMatchObject({ code: 'timeout', retryable: true })
  })

  test('covers a server that sends its headers byte by byte', async () => {
    const slow = await startTcp((socket) => {
      const text = `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(1_000)}`
      let sent = 0
      const timer = setInterval(() => socket.write(text[sent++] ?? 'y'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await failure(safeFetch(slow.url, short))).toMatchObject({ code: 'timeout' })
    await slow.close()
  })

  test('covers a body that trickles for ever, also while nobody reads it', async () => {
    let open = 0
    const url = serve('/trickle', (_req, res) => {
      open += 1
      const timer = setInterval(() => res.write('.'), 20)
      res.on('close', () => {
        clearInterval(timer)
        open -= 1
      })
    })
    const error = await failure(safeFetch(url, longer).then((answer) => answer.bytes()))
    expect(error).toMatchObject({ code: 'timeout', retryable: true })
    const unread = await safeFetch(url, longer)
    await expect.poll(() => unread.stream.destroyed).toBe(true)
    await expect.poll(() => open).toBe(0)
  })

  test('covers a resolver and a redirect chain', async () => {
    const stuck = createSafeFetch({ allowCidrs: [], log, resolve: () => new Promise(() => {}) })
    const waiting = failure(stuck('http://a.example/', short))
    expect(await waiting).toMatchObject({ code: 'timeout' })
    const url = serve('/slow-loop', async (_req, res) => {
      await sleep(120)
      res.writeHead(302, { location: '/slow-loop' }).end()
    })
    const error = await failure(safeFetch(url, { ...short, maxRedirects: 100 }))
    expect(error).toMatchObject({ code: 'timeout' })
  })

  test("the caller's own signal ends it with the caller's reason, at every stage", async () => {
    const reason = new Error('no longer wanted')
    const before = AbortSignal.abort(reason)
    expect(await failure(safeFetch(server.url, { ...limits, signal: before }))).toBe(reason)

    const waiting = new AbortController()
    const silent = serve('/silent', () => waiting.abort(reason))
    expect(await failure(safeFetch(silent, { ...limits, signal: waiting.signal }))).toBe(reason)

    const reading = new AbortController()
    const half = serve('/half', (_req, res) => res.write('half'))
    const answer = await safeFetch(half, { ...limits, signal: reading.signal })
    const bytes = failure(answer.bytes())
    reading.abort(reason)
    expect(await bytes).toBe(reason)
  })
})

describe('redirects', () => {
  const redirect = (path: string, status: number, location: string) =>
    serve(path, (_req, res) => res.writeHead(status, { location }).end('moved'))

  test('are followed, relative and absolute', async () => {
    serve('/end', echo)
    redirect('/middle', 307, '../end?x=1')
    const answer = await safeFetch(redirect('/start', 301, `${server.url}/middle`), limits)
    expect(answer.url).toBe(`${server.url}/end?x=1`)
    await answer.bytes()
  })

  test('end after maxRedirects, in a loop too', async () => {
    const url = redirect('/loop', 302, '/loop')
    server.requests.length = 0
    expect(await failure(safeFetch(url, { ...limits, maxRedirects: 3 }))).toMatchObject({
      code: 'too_many_redirects',
      retryable: false,
    })
    expect(server.requests).toHaveLength(4)
  })

  test('are refused with maxRedirects 0, as webhooks want it', async () => {
    serve('/hook', echo)
    for (const status of [301, 302, 303, 307, 308]) {
      const url = redirect('/moved-hook', status, '/hook')
      server.requests.length = 0
      const error = await failure(
        safeFetch(url, { ...limits, method: 'POST', body: '{}', maxRedirects: 0 }),
      )
      expect(error).toMatchObject({ code: 'too_many_redirects', status })
      expect(server.requests).toEqual(['POST /moved-hook'])
    }
  })

  test('to another origin carry only harmless headers', async () => {
    serve('/seen', echo)
    const headers = {
      Authorization: 'Bearer secret',
      Cookie: 'a=secret',
      'X-Api-Key': 'secret',
      'Webhook-Signature': 'secret',
      Accept: 'image/*',
      'User-Agent': 'Test',
    }
    const same = await safeFetch(redirect('/same', 302, '/seen'), { ...limits, headers })
    expect(JSON.parse(String(await same.bytes())).headers).toMatchObject({
      authorization: 'Bearer secret',
      cookie: 'a=secret',
      'x-api-key': 'secret',
    })
    // Another port is another origin, and redirecting back does not restore the headers.
    redirect('/back', 302, `${server.url}/seen`)
    for (const target of [`${other.url}/seen`, `${other.url}/back`]) {
      const answer = await safeFetch(redirect('/across', 302, target), { ...limits, headers })
      const seen = JSON.parse(String(await answer.bytes())).headers
      expect(JSON.stringify(seen)).not.toContain('secret')
      expect(seen).toMatchObject({ accept: 'image/*', 'user-agent': 'Test' })
    }
  })

  test('make a GET of a POST for 301, 302 and 303, and repeat it for 307 and 308', async () => {
    serve('/seen', echo)
    const sent = { ...limits, method: 'POST', body: 'data' } as const
    const headers = { 'content-type': 'text/plain', 'content-md5': 'x' }
    for (const status of [301, 302, 303]) {
      const answer = await safeFetch(redirect('/to-get', status, '/seen'), { ...sent, headers })
      const seen = JSON.parse(String(await answer.bytes()))
      expect(seen).toMatchObject({ method: 'GET', body: '' })
      expect(Object.keys(seen.headers).filter((name) => name.startsWith('content'))).toEqual([])
    }
    for (const status of [307, 308]) {
      const answer = await safeFetch(redirect('/to-post', status, '/seen'), { ...sent, headers })
      expect(JSON.parse(String(await answer.bytes()))).toMatchObject({
        method: 'POST',
        body: 'data',
      })
    }
  })

  test('never carry a body to another origin', async () => {
    const url = redirect('/leak', 307, `${other.url}/seen`)
    other.requests.length = 0
    const error = await failure(safeFetch(url, { ...limits, method: 'PUT', body: 'data' }))
    expect(error).toMatchObject({ code: 'bad_status', status: 307, retryable: false })
    expect(other.requests).toEqual([])
  })

  test('without a target are no success', async () => {
    const url = serve('/nowhere', (_req, res) => res.writeHead(302).end())
    expect(await failure(safeFetch(url, limits))).toMatchObject({ code: 'bad_status', status: 302 })
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
    expect((await failure(split)).code).toBe('UND_ERR_INVALID_ARG')
  })

  test('to a closed port or a non-HTTP server fails with a message without addresses', async () => {
    const closed = await saying('')
    await closed.close()
    const refused = await failure(safeFetch(`http://closed.example:${closed.port}/`, limits))
    expect(refused).toMatchObject({ code: 'unreachable', retryable: true })
    expect(refused.message).toBe('The server refused the connection.')
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'
    expect(await failure(safeFetch('http://127.0.0.1:0/', limits))).toMatchObject({
      code: 'unreachable',
    })
    for (const words of ['SSH-2.0-OpenSSH\r\n', '', '+PONG\r\n', 'HTTP/1.1 200', upgrade]) {
      const strange = await saying(words)
      const error = await failure(safeFetch(strange.url, limits))
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
    const timersBefore = left('Timeout')
    const patient = { ...limits, timeoutMs: 600_000 }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => safeFetch(url, patient).then((a) => a.bytes())),
    )
    expect(answers.every((bytes) => bytes.length === 5_000)).toBe(true)
    expect(left('Timeout') - timersBefore).toBeLessThan(50)
    await expect.poll(() => left('TCPSocket')).toBe(0)
  })
})
