import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MediaFile } from './network.ts'

/** A form with one file, streamed while it is read. Its length is known in advance. */
export function fileForm(
  content: Readable,
  { bytes, contentType }: Pick<MediaFile, 'bytes' | 'contentType'>,
  fields: Record<string, string>,
): { contentType: string; stream: Readable; bytes: number } {
  // Random, so no file can contain it.
  const boundary = `atelier-${randomBytes(20).toString('hex')}`
  const texts = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${opening(boundary, name)}\r\n\r\n${value}\r\n`)
  const ending = contentType.split('/')[1]?.replace(/\W.*$/, '') ?? 'bin'
  const head = Buffer.from(
    `${texts.join('')}${opening(boundary, 'file')}; filename="file.${ending}"\r\nContent-Type: ${contentType}\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: Readable.from(around(head, content, tail)),
    bytes: head.length + bytes + tail.length,
  }
}

function opening(boundary: string, name: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
}

async function* around(head: Buffer, content: Readable, tail: Buffer) {
  yield head
  yield* content
  yield tail
}
