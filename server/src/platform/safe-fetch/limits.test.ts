import { randomBytes } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { startTcpServer } from '../../../test/local-servers.ts'
import { createSafeFetch } from './safe-fetch.ts'
import { limits, log, safeFetch, startRawServer, usePages } from './test-pages.ts'

const { server, serve } = usePages()

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
      const error = await catchError(safeFetch(`${url}?size=10001`, limits).then((a) => a.bytes()))
      expect(error).toMatchObject({ code: 'too_large', retryable: false })
    }
  })

  test('a too large declared length is refused', async () => {
    const liar = await startRawServer('HTTP/1.1 200 OK\r\nContent-Length: 10001\r\n\r\n')
    expect(await catchError(safeFetch(liar.url, limits))).toMatchObject({ code: 'too_large' })
    await liar.close()
  })

  test('a declared length that is too small gives no more than declared', async () => {
    const liar = await startRawServer(
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n',
      'x'.repeat(50_000),
    )
    const read = safeFetch(liar.url, limits).then((answer) => answer.bytes())
    const outcome = await read.catch((error) => error)
    if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'unreachable' })
    else expect(outcome.length).toBe(5)
    await liar.close()
  })

  test('a body that ends before its declared length is damaged', async () => {
    const liar = await startRawServer('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n', 'short')
    const error = await catchError(safeFetch(liar.url, limits).then((answer) => answer.bytes()))
    expect(error).toMatchObject({ code: 'unreachable', retryable: true })
    await liar.close()
  })

  test('two lengths, or a length with chunks, are not valid HTTP', async () => {
    for (const headers of [
      'Content-Length: 5\r\nContent-Length: 6',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
    ]) {
      const liar = await startRawServer(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\nhello`)
      const error = await catchError(safeFetch(liar.url, limits).then((answer) => answer.bytes()))
      expect(error).toMatchObject({ code: 'unreachable' })
      await liar.close()
    }
  })

  test.each(['chunked', 'until it closes'])('an endless body is cut off: %s', async (kind) => {
    const { promise: cutOff, resolve: onClose } = Promise.withResolvers<void>()
    const flood = await startTcpServer((socket) => {
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
    const error = await catchError(safeFetch(flood.url, options).then((answer) => answer.bytes()))
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
    const error = await catchError(finished(stream))
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
    const error = await catchError(safeFetch(url, limits).then((answer) => answer.bytes()))
    expect(error).toMatchObject({ code: 'too_large' })
  })

  test('damaged compression is reported', async () => {
    const whole = gzipSync(randomBytes(1_000))
    for (const body of [whole.subarray(0, 500), Buffer.from('no gzip at all')]) {
      const url = serve('/damaged', (_req, res) =>
        res.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
      )
      const error = await catchError(safeFetch(url, limits).then((answer) => answer.bytes()))
      expect(error).toMatchObject({
        code: 'unreachable',
        message: 'The response was incomplete or corrupted.',
      })
    }
  })

  test('headers beyond 16 KiB are refused: one large, many small, without end', async () => {
    const floods = [
      await startRawServer(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
      await startRawServer('HTTP/1.1 200 OK\r\n', 'X: y\r\n'.repeat(20_000), '\r\n'),
      await startTcpServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const pour = () => {
          while (!socket.destroyed && socket.write('X: y\r\n'.repeat(100))) {}
        }
        socket.on('drain', pour)
        pour()
      }),
    ]
    for (const flood of floods) {
      expect(await catchError(safeFetch(flood.url, limits))).toMatchObject({ code: 'too_large' })
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
    const error = await catchError(safeFetch(url, short))
    expect(error).toMatchObject({ code: 'timeout', retryable: true })
  })

  test('covers a server that sends its headers byte by byte', async () => {
    const slow = await startTcpServer((socket) => {
      const text = `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(1_000)}`
      let sent = 0
      const timer = setInterval(() => socket.write(text[sent++] ?? 'y'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await catchError(safeFetch(slow.url, short))).toMatchObject({ code: 'timeout' })
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
    const error = await catchError(safeFetch(url, longer).then((answer) => answer.bytes()))
    expect(error).toMatchObject({ code: 'timeout', retryable: true })
    const unread = await safeFetch(url, longer)
    await expect.poll(() => unread.stream.destroyed).toBe(true)
    await expect.poll(() => open).toBe(0)
  })

  test('covers a resolver and a redirect chain', async () => {
    const stuck = createSafeFetch({ allowCidrs: [], log, resolve: () => new Promise(() => {}) })
    const waiting = catchError(stuck('http://a.example/', short))
    expect(await waiting).toMatchObject({ code: 'timeout' })
    const url = serve('/slow-loop', async (_req, res) => {
      await sleep(120)
      res.writeHead(302, { location: '/slow-loop' }).end()
    })
    const error = await catchError(safeFetch(url, { ...short, maxRedirects: 100 }))
    expect(error).toMatchObject({ code: 'timeout' })
  })

  test("the caller's own signal ends it with the caller's reason, at every stage", async () => {
    const reason = new Error('no longer wanted')
    const before = AbortSignal.abort(reason)
    expect(await catchError(safeFetch(server.url, { ...limits, signal: before }))).toBe(reason)

    const waiting = new AbortController()
    const silent = serve('/silent', () => waiting.abort(reason))
    expect(await catchError(safeFetch(silent, { ...limits, signal: waiting.signal }))).toBe(reason)

    const reading = new AbortController()
    const half = serve('/half', (_req, res) => res.write('half'))
    const answer = await safeFetch(half, { ...limits, signal: reading.signal })
    const bytes = catchError(answer.bytes())
    reading.abort(reason)
    expect(await bytes).toBe(reason)
  })
})
