import { type Actor, listViewers } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { NotificationRow } from '../queries.ts'
import { findOwnThread, findThreadMembers, insertMembers, lockThread } from './queries.ts'

/**
 * Chooses the thread for a notification. Agents choose ids freely, so knowing one proves nothing: a
 * sender who is not a member of that thread gets a different one, `launch-42@7`, and is neither
 * rejected nor admitted. Until the commit, nobody else can start a thread with this name.
 */
export async function chooseThread(tx: Tx, actor: Actor, wanted: string): Promise<string> {
  await lockThread(tx, actor.workspaceId, wanted)
  for (const id of [wanted, buildOwnName(actor, wanted)]) {
    if (await mayWrite(tx, actor, id)) return id
  }
  throw problem('thread_forbidden', {
    detail: 'You are not part of this thread. Use another threadId.',
  })
}

/** Adds the recipient, and the users on whose behalf the actor sends, to the thread. */
export async function joinThread(
  tx: Tx,
  actor: Actor,
  { thread_id, user_id, created_at }: NotificationRow,
): Promise<void> {
  if (thread_id === null) return
  const senders = listViewers(actor).map(({ userId }) => userId)
  await insertMembers(tx, actor.workspaceId, thread_id, [...senders, user_id], created_at)
}

/** The thread that the actor means: their own, if the thread with that name is not theirs. */
export async function resolveThread(sql: Sql, actor: Actor, wanted: string): Promise<string> {
  const names = [wanted, buildOwnName(actor, wanted)]
  return (await findOwnThread(sql, actor.workspaceId, actor.userId, names)) ?? wanted
}

function buildOwnName({ userId }: Actor, wanted: string): string {
  return `${wanted}@${userId}`
}

/** A new thread, or one whose members include everyone the actor acts for. */
async function mayWrite(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const { exists, members } = await findThreadMembers(tx, actor.workspaceId, id)
  if (exists) return listViewers(actor).every(({ userId }) => members.includes(userId))
  const owner = /@(\d+)$/.exec(id)?.[1]
  return owner === undefined || Number(owner) === actor.userId
}
