import type { Readable } from 'node:stream'
import { problem } from '../problem.ts'

const usualMaxBytes = 128 * 1024

export async function readForm(body: unknown, maxBytes = usualMaxBytes): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of (body ?? []) as Readable) {
    bytes += chunk.length
    if (bytes > maxBytes) throw problem('body_too_large')
    chunks.push(chunk)
  }
  const form = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString('utf8'))) {
    // PostgreSQL cannot store NUL, and nobody types it.
    form.append(name, value.replaceAll('\0', ''))
  }
  return form
}
