import { createHash } from 'node:crypto'

export interface Part {
  name: string
  value: string | Uint8Array
  /** Makes this part a file. */
  file?: { name: string; type: string }
}

/**
 * Builds a multipart/form-data body. Handwritten because only the fetch of the same library
 * understands a FormData object, and the caller chooses the fetch. The boundary is derived from the
 * content, so the same parts produce the same bytes.
 */
export function multipart(parts: Part[]): { contentType: string; body: Uint8Array<ArrayBuffer> } {
  const hash = createHash('sha256')
  for (const { name, value } of parts) hash.update(name).update(value)
  const boundary = `atelier-${hash.digest('hex').slice(0, 40)}`
  const pieces: Buffer[] = []
  for (const { name, value, file } of parts) {
    const fileName = file ? `; filename="${file.name}"` : ''
    const type = file ? `Content-Type: ${file.type}\r\n` : ''
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n${type}\r\n`
    pieces.push(Buffer.from(head), Buffer.from(value), Buffer.from('\r\n'))
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: new Uint8Array(Buffer.concat(pieces)),
  }
}
