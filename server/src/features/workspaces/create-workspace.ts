import type { Deps } from '../../deps.ts'
import { duplicate } from '../../http/body/duplicates.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { slugify } from '../../lib/slug.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { insertMembership, insertWorkspace, isSlugTaken } from './queries.ts'
import type { CreateWorkspaceBody, Workspace } from './schemas.ts'
import { checkSettings, defaultSettings } from './settings.ts'

/** Creates a workspace that the actor owns. A key stays in its own; a session can access both. */
export async function createWorkspace(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  actor: Actor,
  { name, slug, settings }: CreateWorkspaceBody,
): Promise<Workspace> {
  requirePermission(actor, 'workspaces:write')
  checkSettings(settings)
  const creation = deps.db.transaction('system', async (tx) => {
    await requireQuota(deps, tx, 'workspaces', actor)
    const workspace = await insertWorkspace(
      tx,
      {
        name: name.trim(),
        slug: slug ?? (await freeSlug(deps, tx, name)),
        settings: { ...defaultSettings, ...settings },
      },
      deps.clock(),
    )
    await insertMembership(tx, workspace.id, actor.userId, 'owner', deps.clock())
    await publish(
      tx,
      { ...actor, workspaceId: workspace.id },
      {
        type: 'workspace.created',
        object: { type: 'workspace', id: workspace.id },
        data: workspace,
        at: deps.clock(),
      },
    )
    return workspace
  })
  return creation.catch(workspaceSlugTaken(slug))
}

async function freeSlug({ random }: Pick<Deps, 'random'>, tx: Tx, name: string): Promise<string> {
  const base = slugify(name)
  const wanted = /^\d*$/.test(base) ? `workspace-${base || 'new'}` : base
  if (!(await isSlugTaken(tx, wanted))) return wanted
  return `${wanted.slice(0, 43)}-${random.uuid().slice(0, 6)}`
}

export function workspaceSlugTaken(slug = '') {
  return duplicate(
    'workspaces_slug_key',
    'slug_taken',
    `Another workspace already has the slug "${slug}".`,
  )
}
