import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { isUuid } from '../../../lib/uuid.ts'
import { assetsByIds, getAsset } from '../../assets/read-assets.ts'
import { registerAsset } from '../../assets/register-asset.ts'
import type { Asset } from '../../assets/schemas.ts'
import { lockTask, requireTask } from '../tasks/access.ts'
import { changeTask, type Needs } from '../tasks/change-task.ts'
import type { AttachBody } from './schemas.ts'

type AssetNeeds = Pick<Deps, 'fileSecrets' | 'signals'>

export const maxAttachments = 100

export async function listAttachments(
  deps: Needs & AssetNeeds,
  actor: Actor,
  reference: string,
): Promise<Asset[]> {
  requirePermission(actor, 'boards:read')
  const sql = deps.db.workspace(actor.workspaceId)
  const { attachments } = await requireTask(sql, actor, reference, 'read')
  const found = await assetsByIds(deps, actor, attachments)
  const place = (asset: Asset) => attachments.indexOf(asset.id)
  return found.toSorted((a, b) => place(a) - place(b))
}

/** Attaches an existing file, or one just uploaded to a signed URL. */
export async function attachAsset(
  deps: Needs & AssetNeeds,
  actor: Actor,
  reference: string,
  body: AttachBody,
): Promise<Asset> {
  requirePermission(actor, 'boards:write')
  await requireTask(deps.db.workspace(actor.workspaceId), actor, reference, 'write')
  const asset = await findAttached(deps, actor, body)
  const object = { type: 'asset', id: asset.id }
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    const task = await lockTask(tx, actor, reference)
    if (task.attachments.includes(asset.id)) return
    if (task.attachments.length >= maxAttachments) throw problem('too_many_attachments')
    const changes = { attachments: [...task.attachments, asset.id] }
    await changeTask(deps, tx, actor, task, { ...changes, about: { object } })
  })
  return asset
}

export async function detachAsset(
  deps: Needs,
  actor: Actor,
  reference: string,
  assetId: string,
): Promise<null> {
  requirePermission(actor, 'boards:write')
  const id = assetId.toLowerCase()
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const task = await lockTask(tx, actor, reference)
    if (!task.attachments.includes(id)) throw problem('attachment_not_found')
    const changes = { attachments: task.attachments.filter((one) => one !== id) }
    await changeTask(deps, tx, actor, task, {
      ...changes,
      about: { object: { type: 'asset', id } },
    })
    return null
  })
}

async function findAttached(
  deps: Needs & AssetNeeds,
  actor: Actor,
  { asset_id, asset_key }: AttachBody,
): Promise<Asset> {
  if ((asset_id === undefined) === (asset_key === undefined)) {
    throw invalid('asset_id', 'is required, unless you send asset_key instead')
  }
  if (asset_id !== undefined) return getAsset(deps, actor, asset_id)
  // Registers the upload as an asset, unless that has already happened.
  const id = asset_key?.replace(/^uploads\//, '') ?? ''
  if (!isUuid(id)) throw problem('asset_not_found')
  return registerAsset(deps, actor, { id })
}
