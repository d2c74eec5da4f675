import { finished, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Call } from '../../http/operation.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { idempotencyKey, sendOnce } from '../../http/send-once.ts'
import { detectType, headBytes } from '../../lib/magic-bytes.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { presentAsset } from './present-asset.ts'
import { storeStream, uploadCutOff } from './receive-upload.ts'
import { createAsset } from './register-asset.ts'
import { forgetContent } from './remove-unused.ts'
import type { Asset } from './schemas.ts'
import { assetTypeOf, largestUploadBytes } from './sign-upload.ts'

interface Received extends StoredContent {
  name: string
  type: string
}

/**
 * Creates an asset from one file of a multipart form. With an `Idempotency-Key`, the file's name,
 * type and content identify the request: repeating it returns the same asset.
 */
export async function uploadAsset(
  deps: Deps,
  { actor }: Call<unknown, unknown, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requirePermission(actor, 'assets:write')
  const received = await receiveForm(deps, request)
  try {
    // Checked before the transaction of the key, because storage may be a remote server.
    const file = { ...received, type: await typeOf(deps, received) }
    if (idempotencyKey(request) === undefined) {
      return reply.code(201).send(await assetOf(deps, actor, file))
    }
    const { name, type, sha256 } = received
    const call = { operation: { id: 'uploadAsset' }, body: { name, type, sha256 } }
    return await sendOnce(deps, request, reply, call, async (inside) => ({
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(await assetOf(inside, actor, file)),
    }))
  } catch (error) {
    await forgetContent(deps, [received.key])
    throw error
  }
}

async function assetOf(deps: Deps, actor: Actor, file: Received): Promise<Asset> {
  const { name, type, key, sha256, bytes } = file
  const asset_type = assetTypeOf(type)
  if (asset_type === undefined) throw invalid('file', `"${type}" is not a supported media type`)
  const asset = await deps.db.transaction(actor.workspaceId, (tx) =>
    createAsset(deps, tx, actor, {
      name: name.slice(0, 255) || 'file',
      asset_type,
      content_type: type,
      content_key: key,
      sha256,
      bytes,
    }),
  )
  return presentAsset(deps, asset)
}

/** Clients that do not know the type send octet-stream; the content then decides. */
async function typeOf({ storage }: Pick<Deps, 'storage'>, { type, key, bytes }: Received) {
  if (type !== 'application/octet-stream' || bytes === 0) return type
  const { stream } = await storage.open(key, { start: 0, end: Math.min(headBytes, bytes) - 1 })
  return detectType(Buffer.concat(await stream.toArray()))?.mediaType ?? type
}

async function receiveForm(
  deps: Pick<Deps, 'storage' | 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<Received> {
  const form = formOf(request)
  const { promise: read, resolve, reject } = Promise.withResolvers<void>()
  let part: Readable | undefined
  let storing: Promise<Received> | undefined
  form.on('file', (field, stream, name, _encoding, type) => {
    if (field !== 'file' || part) return void stream.resume()
    part = stream as Readable
    storing = storeStream(deps, part, largestUploadBytes).then((stored) => ({
      ...stored,
      name: name ?? 'file',
      type: type.toLowerCase(),
    }))
    storing.catch((error) => {
      stream.resume() // the rest of the form must still be read
      reject(error)
    })
  })
  form.on('finish', () => resolve())
  form.on('error', (error: unknown) =>
    reject(invalid('file', `cannot be read: ${(error as Error).message}`)),
  )
  // `pipe` does not report a disconnected client; the code that stores the part would wait forever.
  finished(request.body as Readable, (error) => error && reject(uploadCutOff()))
  ;(request.body as Readable).pipe(form)
  try {
    await read
    const received = await storing
    if (received) return received
  } catch (error) {
    part?.destroy(error as Error)
    const stored = await storing?.catch(() => undefined)
    if (stored) await forgetContent(deps, [stored.key])
    throw error
  }
  throw invalid('file', 'is required, as a part of the form')
}

function formOf({ headers }: FastifyRequest) {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) {
    throw invalid('Content-Type', 'must be multipart/form-data')
  }
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: { files: 1, fields: 20 } })
  } catch (error) {
    throw invalid('Content-Type', `cannot be used: ${(error as Error).message}`)
  }
}
