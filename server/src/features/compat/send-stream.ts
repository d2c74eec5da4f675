import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { AudioPart } from '../voices/follow-speech.ts'

/**
 * Sends pieces as they come. It waits for the first one, so that a failure before it is an error
 * response. A failure after it ends the connection, and the client sees that the body is incomplete.
 */
export async function sendStream(
  reply: FastifyReply,
  contentType: string,
  pieces: AsyncGenerator<Buffer | string>,
): Promise<FastifyReply> {
  const stream = Readable.from(pieces)
  await once(stream, 'readable')
  return reply.header('content-type', contentType).send(stream)
}

export async function* readAudio(heard: AsyncGenerator<AudioPart>): AsyncGenerator<Buffer> {
  for await (const { audio } of heard) yield audio
}
