import type { Deps } from '../../../deps.ts'
import { type Actor, isAdministrator, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { resolveThread } from './choose-thread.ts'
import { findEntries, findThread, findThreads, type Reader } from './queries.ts'
import type { Thread, ThreadListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

/** The user's conversations, most recently active first. */
export async function listThreads({ db }: Needs, actor: Actor, query: ThreadListQuery) {
  requirePermission(actor, 'notifications:read')
  return findThreads(
    db.workspace(actor.workspaceId),
    actor.workspaceId,
    describeReader(actor),
    query,
  )
}

export async function getThread({ db }: Needs, actor: Actor, threadId: string) {
  requirePermission(actor, 'notifications:read')
  const sql = db.workspace(actor.workspaceId)
  const thread = await requireThread(sql, actor, threadId)
  const entries = await findEntries(sql, actor.workspaceId, describeReader(actor), thread.id)
  return { ...thread, entries }
}

/** The thread. Throws the same problem for someone else's thread as for a missing one. */
export async function requireThread(sql: Sql, actor: Actor, wanted: string): Promise<Thread> {
  const id = await resolveThread(sql, actor, wanted)
  const thread = await findThread(sql, actor.workspaceId, describeReader(actor), id)
  if (!thread) throw problem('thread_not_found')
  return thread
}

function describeReader(actor: Actor): Reader {
  return { userId: actor.userId, isAdministrator: isAdministrator(actor) }
}
