import type { Readable } from 'node:stream'

/**
 * The first bytes of a response as text, for troubleshooting. The status already decides the
 * outcome, so a truncated response is as good as a complete one.
 */
export async function readBeginning(stream: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBytes) break
    }
  } catch {
    // Use the bytes received so far.
  }
  const text = Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
  // The cut may have split a character.
  return text.replace(/\ufffd$/, '')
}
