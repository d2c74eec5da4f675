import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'

/** The whole body of an operation that gets it as a stream. */
export async function readBytes({ body }: FastifyRequest, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of (body ?? []) as Readable) {
    bytes += chunk.length
    if (bytes > maxBytes) throw problem('body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
