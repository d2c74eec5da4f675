import { finished, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { invalid, problem } from '../../http/problem.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { storeStream, uploadCutOff } from './receive-upload.ts'
import { forgetContent } from './remove-unused.ts'

type Needs = Pick<Deps, 'storage' | 'db' | 'clock'>

export interface FormFile extends StoredContent {
  field: string
  name: string
  /** As the client claims. */
  type: string
}

export interface ReceivedForm {
  fields: Map<string, string[]>
  files: FormFile[]
}

export interface FormLimits {
  /** Files in other fields are ignored. */
  isFileField(field: string): boolean
  maxFiles: number
  maxFileBytes: number
  maxFieldBytes?: number
}

/**
 * Reads a multipart form. Files go to the storage as they arrive; if anything fails, they are
 * forgotten again.
 */
export async function receiveForm(
  deps: Needs,
  request: FastifyRequest,
  limits: FormLimits,
): Promise<ReceivedForm> {
  const form = openForm(request, limits)
  const { promise: read, resolve, reject } = Promise.withResolvers<void>()
  const fields = new Map<string, string[]>()
  const parts: Readable[] = []
  const storing: Promise<FormFile>[] = []
  form.on('file', (field, stream, name, _encoding, type) => {
    if (!limits.isFileField(field) || storing.length >= limits.maxFiles) {
      return void stream.resume()
    }
    parts.push(stream as Readable)
    const stored = storeStream(deps, stream as Readable, limits.maxFileBytes).then((content) => ({
      ...content,
      field,
      name: name ?? 'file',
      type: type.toLowerCase(),
    }))
    storing.push(stored)
    stored.catch((error) => {
      stream.resume() // the rest of the form must still be read
      reject(error)
    })
  })
  form.on('field', (name, value, _nameTruncated, isTruncated) => {
    if (isTruncated) return reject(problem('body_too_large', { detail: `${name} is too long.` }))
    fields.set(name, [...(fields.get(name) ?? []), value])
  })
  form.on('finish', () => resolve())
  form.on('error', (error: unknown) =>
    reject(invalid('file', `cannot be read: ${(error as Error).message}`)),
  )
  // `pipe` does not report a disconnected client; the code that stores a part would wait forever.
  finished(request.body as Readable, (error) => error && reject(uploadCutOff()))
  ;(request.body as Readable).pipe(form)
  try {
    await read
    return { fields, files: await Promise.all(storing) }
  } catch (error) {
    for (const part of parts) part.destroy(error as Error)
    const ended = await Promise.allSettled(storing)
    const stored = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value.key] : []))
    await forgetContent(deps, stored)
    throw error
  }
}

function openForm({ headers }: FastifyRequest, { maxFiles, maxFieldBytes }: FormLimits) {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) {
    throw invalid('Content-Type', 'must be multipart/form-data')
  }
  try {
    const limits = { files: maxFiles, fields: 100, fieldSize: maxFieldBytes ?? 64 * 1024 }
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch (error) {
    throw invalid('Content-Type', `cannot be used: ${(error as Error).message}`)
  }
}
