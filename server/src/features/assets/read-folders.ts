import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { seenFolder, seenFolders } from './folder-queries.ts'
import type { AssetFolder } from './folder-schemas.ts'
import { presentFolder } from './present-folder.ts'

type Needs = Pick<Deps, 'db'>

export async function listAssetFolders({ db }: Needs, actor: Actor) {
  requirePermission(actor, 'assets:read')
  const results = await seenFolders(db.workspace(actor.workspaceId), actor)
  return { count: results.length, results: results.map(presentFolder) }
}

export async function getAssetFolder(
  { db }: Needs,
  actor: Actor,
  id: string,
): Promise<AssetFolder> {
  requirePermission(actor, 'assets:read')
  const folder = await seenFolder(db.workspace(actor.workspaceId), actor, id)
  if (!folder) throw problem('folder_not_found')
  return presentFolder(folder)
}
