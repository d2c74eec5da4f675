import type { Deps } from '../../deps.ts'
import { type Actor, requirePerson } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { ownsFirstWorkspace, removeLimits, saveLimit, workspaceExists } from './queries.ts'
import { readUsage } from './read-usage.ts'
import type { UpdateQuotasBody, UsageReport } from './schemas.ts'

/** Sets limits of one workspace. Only the operator can, because members share the server's disk. */
export async function updateWorkspaceQuotas(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  workspaceId: number,
  { limits = {}, reset = [] }: UpdateQuotasBody,
): Promise<UsageReport> {
  await requireOperator(deps, actor)
  if (!(await workspaceExists(deps.db.system, workspaceId))) throw problem('workspace_not_found')
  const at = deps.clock()
  await deps.db.transaction('system', async (tx) => {
    await removeLimits(tx, workspaceId, reset)
    for (const [name, max] of Object.entries(limits)) {
      if (max !== undefined) await saveLimit(tx, { workspaceId, name, max, at })
    }
    await publish(
      tx,
      { ...actor, workspaceId },
      {
        type: 'quota.updated',
        object: { type: 'workspace', id: workspaceId },
        data: { limits, reset },
        at,
      },
    )
  })
  return readUsage(deps, { workspaceId, userId: actor.userId })
}

async function requireOperator({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<void> {
  requirePerson(actor)
  if (await ownsFirstWorkspace(db.system, actor.userId)) return
  throw problem('permission_denied', {
    detail: 'Only an owner of the first workspace of this installation can do this.',
  })
}
