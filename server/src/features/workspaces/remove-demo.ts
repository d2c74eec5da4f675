import type { Deps } from '../../deps.ts'
import { type OperationCaller, operationCaller } from '../../http/call-operation.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { Problem } from '../../http/problem.ts'
import type { Feature, Service, Undo } from '../feature.ts'
import { deleteDemoRecord, demoRecords } from './demo-queries.ts'

/**
 * Removes what the demo created, with the operations that people use. Records that people changed
 * or that contain something of theirs stay. If it stops halfway, calling it again continues.
 */
export async function removeDemo(
  deps: Deps,
  owner: Actor,
  service: Service,
  features: readonly Feature[],
): Promise<{ removed: number; kept: number }> {
  requirePermission(owner, 'workspaces:write')
  const work = { deps, owner, features, caller: operationCaller(service.operations()) }
  const sql = deps.db.workspace(owner.workspaceId)
  const counts = { removed: 0, kept: 0 }
  for (const { id, undo } of await demoRecords(sql, owner.workspaceId)) {
    counts[(await removeRecord(work, undo)) ? 'removed' : 'kept']++
    // A record that stays is no longer part of the demo.
    await deleteDemoRecord(sql, owner.workspaceId, id)
  }
  return counts
}

interface Work {
  deps: Deps
  owner: Actor
  features: readonly Feature[]
  caller: OperationCaller
}

async function removeRecord(work: Work, undo: Undo): Promise<boolean> {
  const { deps, owner, features } = work
  const guard = features.map(({ demoGuards }) => demoGuards?.[undo.operation]).find(Boolean)
  if (guard && !(await unlessGone(guard(deps, owner, undo.params ?? {})))) return false
  const isRemoved = await call(work, undo)
  // Afterwards, because a run creates records until it ends.
  for (const { demoProducts } of features) {
    const products = await unlessGone(demoProducts?.(deps, owner, undo))
    for (const product of products ?? []) await call(work, product)
  }
  return isRemoved
}

async function call({ deps, owner, caller }: Work, { operation, ...input }: Undo) {
  if (!caller.find(operation)) throw new Error(`There is no operation ${operation}.`)
  return (await unlessGone(caller.call(deps, owner, operation, input))) !== undefined
}

/** A record may be gone, or have ended, since the demo was loaded. */
async function unlessGone<T>(work: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem && (error.status === 404 || error.status === 409)) return undefined
    throw error
  }
}
