import { randomBytes } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import { type Call, callForJson } from '../../external/call-engine.ts'
import type { LocalAudio, TranscriptionTools } from './transcription-engine.ts'

/** A text field of a form. Fields are sent in order. */
export type Field = [name: string, value: string]

/**
 * Streams a recording from disk, so an hour of audio needs no memory. Sends the length in advance,
 * because some servers reject a body without one.
 */
export async function sendAudio(
  audio: LocalAudio,
  call: Omit<Call, 'method' | 'body'>,
  tools: TranscriptionTools,
  timeoutSeconds: number,
): Promise<Record<string, unknown>> {
  const headers = { 'content-type': audio.contentType, ...call.headers }
  return post(audio.open(), audio.sizeBytes, { ...call, headers }, tools, timeoutSeconds)
}

/** Sends the recording as the last part of a form. */
export async function sendForm(
  fields: Field[],
  audio: LocalAudio,
  call: Omit<Call, 'method' | 'body'>,
  tools: TranscriptionTools,
  timeoutSeconds: number,
): Promise<Record<string, unknown>> {
  // Random, so no recording can contain it.
  const boundary = `atelier-${randomBytes(20).toString('hex')}`
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `name="file"; filename="${harmless(audio.fileName)}"`
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; ${file}\r\nContent-Type: ${audio.contentType}\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const headers = { ...call.headers, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const lengthBytes = head.length + audio.sizeBytes + tail.length
  const body = around(head, audio.open(), tail)
  return post(body, lengthBytes, { ...call, headers }, tools, timeoutSeconds)
}

async function post(
  body: AsyncIterable<Uint8Array>,
  lengthBytes: number,
  call: Omit<Call, 'method' | 'body'>,
  tools: TranscriptionTools,
  timeoutSeconds: number,
): Promise<Record<string, unknown>> {
  let broken: { reason: unknown } | undefined
  async function* watched() {
    try {
      yield* body
    } catch (reason) {
      broken = { reason }
      throw reason
    }
  }
  const headers = { ...call.headers, 'content-length': String(lengthBytes) }
  const streaming: TranscriptionTools['fetch'] = (url, init) =>
    tools.fetch(url, {
      ...init,
      body: ReadableStream.from(watched()),
      duplex: 'half',
    } as unknown as RequestInit)
  try {
    const context = { ...tools, fetch: streaming }
    return await callForJson(context, { ...call, method: 'POST', headers }, timeoutSeconds)
  } catch (error) {
    // If our own file could not be read, report that instead of an unreachable engine.
    throw broken ? broken.reason : error
  }
}

async function* around(head: Uint8Array, body: AsyncIterable<Uint8Array>, tail: Uint8Array) {
  yield head
  yield* body
  yield tail
}

/** A file name must not end its line or quotes. Engines only use the extension. */
function harmless(fileName: string): string {
  return fileName.replace(/[^\w.-]+/g, '_')
}
