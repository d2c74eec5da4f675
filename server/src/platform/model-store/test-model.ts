import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Model } from './manifest.ts'

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A model in three parts. The package stores them in a different order. */
export const parts = [randomBytes(400_000), randomBytes(400_000), randomBytes(123_456)]
export const weights = Buffer.concat(parts)
export const voice = randomBytes(5_000)
export const model: Model = {
  id: 'little',
  title: 'A little model',
  engine: 'background',
  package: '@scope/little',
  version: '1.2.3',
  licence: 'MIT',
  files: [
    {
      name: 'little.onnx',
      bytes: weights.length,
      sha256: sha256(weights),
      parts: ['dist/zz', 'dist/aa', 'dist/mm'],
      partBytes: 400_000,
    },
    { name: 'voice.bin', bytes: voice.length, sha256: sha256(voice), parts: ['voices/voice.bin'] },
  ],
}

export function sendRange(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  const start = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0)
  if (start >= body.length) {
    res.writeHead(416, { 'content-range': `bytes */${body.length}` }).end()
    return
  }
  const rest = body.subarray(start)
  const range = { 'content-range': `bytes ${start}-${body.length - 1}/${body.length}` }
  res.writeHead(start > 0 ? 206 : 200, { 'content-length': rest.length, ...(start > 0 && range) })
  res.end(rest)
}

/** Sends the header and this many bytes of the body, then closes the connection. */
export function cutAfter(bytes: number) {
  return (req: IncomingMessage, res: ServerResponse, body: Buffer) => {
    const start = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0)
    const range = { 'content-range': `bytes ${start}-${body.length - 1}/${body.length}` }
    const headers = { 'content-length': body.length - start, ...(start > 0 && range) }
    res.writeHead(start > 0 ? 206 : 200, headers)
    res.write(body.subarray(start, start + bytes), () => res.socket?.end())
  }
}
