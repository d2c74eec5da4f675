import { operations } from './generated/operations.ts'
import type { Asset } from './generated/types.ts'
import type { CallOptions, RawBody } from './operation.ts'
import type { Transport } from './transport.ts'
import { uuid } from './uuid.ts'

export type FileContent = Blob | ReadableStream<Uint8Array> | Uint8Array

export interface UploadOptions extends CallOptions {
  /** Defaults to the name of the `File`. */
  filename?: string
  /** Such as image/png. Defaults to the type of the `Blob`; otherwise the server detects it. */
  contentType?: string
  /** The folder for the file. Defaults to the top level. */
  folderId?: string
}

/** Sends a stream as it arrives; the platform sends any other content itself. */
export async function upload(
  transport: Transport,
  content: FileContent,
  { filename, contentType, folderId, ...options }: UploadOptions = {},
): Promise<Asset> {
  const name = filename ?? (content as Partial<File>).name ?? 'file'
  const isStream = content instanceof ReadableStream
  const type = contentType || (content as Partial<Blob>).type || 'application/octet-stream'
  const operation = operations.assets.upload
  if (isStream && canSendStreams()) {
    const form = streamedForm(content, name, type, folderId)
    const headers = { ...options.headers, 'content-type': form.contentType }
    return (await transport.call({ ...options, operation, headers, raw: form.body })) as Asset
  }
  const raw = new FormData()
  if (folderId) raw.set('folder_id', folderId)
  raw.set('file', await toBlob(content, type), name)
  return (await transport.call({ ...options, operation, raw })) as Asset
}

/** Downloads from a signed URL of the server, such as `file_url` of an asset. */
export function download(
  transport: Transport,
  url: string,
  options: CallOptions = {},
): Promise<Response> {
  return transport.open({ ...options, operation: operations.assets.download, url })
}

/** Uploads bytes to the URL from `signUpload`. */
export async function putFile(
  transport: Transport,
  url: string,
  content: FileContent,
  options: CallOptions = {},
): Promise<void> {
  const raw = canSendStreams() ? content : await toBlob(content, '')
  await transport.call({ ...options, operation: operations.assets.putFile, url, raw })
}

/** Browsers send streams over HTTP/2 at best, or not at all, so there we buffer them first. */
function canSendStreams(): boolean {
  return !('document' in globalThis || 'WorkerGlobalScope' in globalThis)
}

async function toBlob(content: FileContent, type: string): Promise<Blob> {
  if (content instanceof Blob)
    return content.type === type ? content : content.slice(0, content.size, type)
  const part = content instanceof ReadableStream ? await new Response(content).blob() : content
  return new Blob([part as Blob | Uint8Array<ArrayBuffer>], { type })
}

/** Builds a form with one file of unknown length. */
function streamedForm(
  content: ReadableStream<Uint8Array>,
  name: string,
  type: string,
  folderId = '',
) {
  const boundary = `atelier-${uuid()}`
  const quoted = name.replaceAll(/["\r\n]/g, encodeURIComponent)
  const folder =
    folderId &&
    `--${boundary}\r\ncontent-disposition: form-data; name="folder_id"\r\n\r\n${folderId}\r\n`
  const before = `${folder}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted}"\r\ncontent-type: ${type}\r\n\r\n`
  const encoder = new TextEncoder()
  const framing = new TransformStream<Uint8Array, Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(before)),
    flush: (stream) => stream.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`)),
  })
  const body: RawBody = content.pipeThrough(framing)
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}
