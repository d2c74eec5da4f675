import type { Deps } from '../../../deps.ts'
import { type Actor, isAdministrator, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { threadMeant } from './choose-thread.ts'
import { entriesOf, type Reader, threadById, threadsOf } from './queries.ts'
import type { Thread, ThreadListQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

/** The user's conversations, most recently active first. */
export async function listThreads({ db }: Needs, actor: Actor, query: ThreadListQuery) {
  requirePermission(actor, 'notifications:read')
  return threadsOf(db.workspace(actor.workspaceId), actor.workspaceId, readerOf(actor), query)
}

export async function getThread({ db }: Needs, actor: Actor, threadId: string) {
  requirePermission(actor, 'notifications:read')
  const sql = db.workspace(actor.workspaceId)
  const thread = await requireThread(sql, actor, threadId)
  const entries = await entriesOf(sql, actor.workspaceId, readerOf(actor), thread.id)
  return { ...thread, entries }
}

/** The thread. Throws the same problem for someone else's thread as for a missing one. */
export async function requireThread(sql: Sql, actor: Actor, wanted: string): Promise<Thread> {
  const id = await threadMeant(sql, actor, wanted)
  const thread = await threadById(sql, actor.workspaceId, readerOf(actor), id)
  if (!thread) throw problem('thread_not_found')
  return thread
}

function readerOf(actor: Actor): Reader {
  return { userId: actor.userId, isAdministrator: isAdministrator(actor) }
}
