import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { isMediaType } from '../../lib/media-type.ts'
import { isUuid } from '../../lib/uuid.ts'
import { signFileUrl } from '../../platform/storage/signed-urls.ts'
import { placeOfNew } from './move-assets.ts'
import { insertAsset, isFreeId } from './queries.ts'
import { assetStatus, assetTypes, type SignBody } from './schemas.ts'

const uploadHours = 1
export const largestUploadBytes = 2 * 1024 ** 3

/** Prepares an upload: an asset without content, and a URL that accepts it for one hour. */
export async function signUpload(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'fileSecrets'>,
  actor: Actor,
  { filename, filetype, folder_id, resource, resource_id }: SignBody,
) {
  requirePermission(actor, 'assets:write')
  const asset_type = chooseAssetType(filetype)
  if (asset_type === undefined) {
    throw invalid(
      'filetype',
      'must be an image, video, audio, font or PDF media type, without parameters',
    )
  }
  const id = await chooseId(deps, resource_id)
  const now = deps.clock()
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    const asset = {
      id,
      workspace_id: actor.workspaceId,
      ...(await placeOfNew(tx, actor, folder_id)),
      status: assetStatus.created,
      asset_type,
      name: filename,
      resource: resource ?? null,
      resource_id: resource_id === undefined ? null : String(resource_id),
      content_type: filetype.toLowerCase(),
      created_by: actor.userId,
    }
    await insertAsset(tx, asset, now)
  })
  const key = `uploads/${id}`
  const signed = signFileUrl(deps.fileSecrets[0] as string, {
    method: 'PUT',
    key,
    expiresAt: new Date(now.getTime() + uploadHours * 3_600_000),
    contentType: filetype.toLowerCase(),
    maxBytes: largestUploadBytes,
  })
  return {
    resource_id: resource_id === undefined ? id : String(resource_id),
    signed: deps.config.publicUrl + signed,
    asset: id,
    asset_url: `${deps.config.publicUrl}/api/v1/assets/${id}`,
    asset_key: key,
    asset_type,
    bucket_name: 'atelier',
  }
}

/** Existing clients use the id of their resource as the id of the asset. */
async function chooseId(
  { db, random }: Pick<Deps, 'db' | 'random'>,
  wanted: SignBody['resource_id'],
): Promise<string> {
  const id = String(wanted).toLowerCase()
  return isUuid(id) && (await isFreeId(db.system, id)) ? id : random.uuid()
}

/** Undefined unless the input is exactly one media type, because it later becomes a header. */
export function chooseAssetType(mediaType: string) {
  const type = mediaType.toLowerCase()
  if (!isMediaType(type)) return undefined
  if (type.startsWith('image/')) return assetTypes.image
  if (type.startsWith('video/')) return assetTypes.video
  if (type.startsWith('audio/')) return assetTypes.audio
  if (type.startsWith('font/')) return assetTypes.font
  if (type === 'application/pdf') return assetTypes.pdf
  return undefined
}
