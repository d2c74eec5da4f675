import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { idempotencyKey, sendOnce } from '../../http/gate/send-once.ts'
import type { Call } from '../../http/operation.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { detectType, headBytes } from '../../lib/magic-bytes.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { presentAsset } from './present-asset.ts'
import { receiveForm } from './receive-form.ts'
import { createAsset } from './register-asset.ts'
import { forgetContent } from './remove-unused.ts'
import type { Asset } from './schemas.ts'
import { chooseAssetType, largestUploadBytes } from './sign-upload.ts'
import { storeWithinQuota } from './store-within-quota.ts'

export interface UploadedFile extends StoredContent {
  name: string
  type: string
  folderId?: string
}

/**
 * Creates an asset from one file of a multipart form. With an `Idempotency-Key`, the file's name,
 * type, folder and content identify the request: repeating it returns the same asset.
 */
export async function uploadAsset(
  deps: Deps,
  { actor }: Call<unknown, unknown, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requirePermission(actor, 'assets:write')
  const received = await storeWithinQuota(deps, actor.workspaceId, largestUploadBytes, (most) =>
    receiveFile(deps, request, most),
  )
  try {
    // Checked before the transaction of the key, because storage may be a remote server.
    const file = { ...received, type: await typeOfUpload(deps, received) }
    if (idempotencyKey(request) === undefined) {
      return reply.code(201).send(await assetOfUpload(deps, actor, file))
    }
    const { name, type, sha256, folderId } = received
    const body = { name, type, sha256, ...(folderId && { folderId }) }
    const call = { operation: { id: 'uploadAsset' }, body }
    return await sendOnce(deps, request, reply, call, async (inside) => ({
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(await assetOfUpload(inside, actor, file)),
    }))
  } catch (error) {
    await forgetContent(deps, [received.key])
    throw error
  }
}

/** Creates the asset of a stored file, and starts processing it. */
export async function assetOfUpload(
  deps: Deps,
  actor: Actor,
  file: UploadedFile,
  payload: object = {},
): Promise<Asset> {
  const { name, type, key, sha256, bytes, folderId = null } = file
  const asset_type = chooseAssetType(type)
  if (asset_type === undefined) throw invalid('file', `"${type}" is not a supported media type`)
  const asset = await deps.db.transaction(actor.workspaceId, (tx) =>
    createAsset(deps, tx, actor, {
      name: name.slice(0, 255) || 'file',
      asset_type,
      content_type: type,
      content_key: key,
      sha256,
      bytes,
      payload,
      folder_id: folderId,
    }),
  )
  return presentAsset(deps, asset)
}

/**
 * Clients that don't know the type send octet-stream, and video has many old names outside
 * `video/`, such as application/x-troff-msvideo. The content then decides.
 */
export async function typeOfUpload(
  { storage }: Pick<Deps, 'storage'>,
  { type, key, bytes }: UploadedFile,
) {
  if (chooseAssetType(type) !== undefined || bytes === 0) return type
  const { stream } = await storage.open(key, { start: 0, end: Math.min(headBytes, bytes) - 1 })
  const detected = detectType(Buffer.concat(await stream.toArray()))
  const isMedia = detected?.kind === 'audio' || detected?.kind === 'video'
  return detected && (isMedia || type === 'application/octet-stream') ? detected.mediaType : type
}

async function receiveFile(
  deps: Deps,
  request: FastifyRequest,
  maxFileBytes: number,
): Promise<UploadedFile> {
  const isFileField = (field: string) => field === 'file'
  const limits = { isFileField, maxFiles: 1, maxFileBytes }
  const { files, fields } = await receiveForm(deps, request, limits)
  const [file] = files
  if (!file) throw invalid('file', 'is required, as a part of the form')
  const folderId = fields.get('folder_id')?.[0]
  if (!folderId) return file
  if (isUuid(folderId)) return { ...file, folderId }
  await forgetContent(deps, [file.key])
  throw invalid('folder_id', 'must be the id of a folder')
}
