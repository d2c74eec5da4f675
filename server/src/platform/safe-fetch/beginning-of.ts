import type { Readable } from 'node:stream'

/**
 * The first bytes of an answer as text, for people who look into what went wrong. The status has
 * decided already, so an answer that breaks off is as good as a whole one.
 */
export async function beginningOf(stream: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBytes) break
    }
  } catch {
    // What has come must do.
  }
  const text = Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
  // The cut may have gone through a character.
  return text.replace(/\ufffd$/, '')
}
