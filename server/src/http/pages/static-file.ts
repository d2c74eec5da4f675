import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesAny } from '../etag.ts'

/** A file that is served from memory. */
export interface StaticFile {
  type: string
  etag: string
  cacheControl: string
  plain: Buffer
  /** By encoding name, the preferred one first. */
  packed: ReadonlyMap<string, Buffer>
}

export const immutable = 'public, max-age=31536000, immutable'

export function etagOfBytes(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** Compresses text once, when it is first served. */
export function packText(text: string, type: string, cacheControl = 'no-cache'): StaticFile {
  const plain = Buffer.from(text)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const packed = new Map([
    ['br', brotliCompressSync(plain, quality)],
    ['gzip', gzipSync(plain)],
  ])
  return { type, etag: etagOfBytes(plain), cacheControl, plain, packed }
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  vary = 'accept-encoding',
): FastifyReply {
  const { type, etag, cacheControl } = file
  reply.headers({ etag, 'cache-control': cacheControl, vary }).type(type)
  const known = request.headers['if-none-match']
  if (known && matchesAny(known, etag)) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  for (const [encoding, bytes] of file.packed) {
    if (accepted.includes(encoding)) return reply.header('content-encoding', encoding).send(bytes)
  }
  return reply.send(file.plain)
}
