import { type Actor, viewersOf } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { insertMembers, lockThread, threadKnown, threadOfMember } from './queries.ts'

/**
 * The thread that a notification goes into. Agents choose ids freely, so knowing one proves nothing:
 * a sender who is not a member of the thread with that name gets another one, `launch-42@7`, and is neither
 * refused nor let in. Until the commit nobody else begins a thread of this name.
 */
export async function chooseThread(tx: Tx, actor: Actor, wanted: string): Promise<string> {
  await lockThread(tx, actor.workspaceId, wanted)
  for (const id of [wanted, ownNameFor(actor, wanted)]) {
    if (await isOpenTo(tx, actor, id)) return id
  }
  throw problem('thread_forbidden', {
    detail: 'You do not belong to this thread. Send with another threadId.',
  })
}

/** Those for whom something is sent into a thread and those it is sent to belong to it. */
export async function joinThread(
  tx: Tx,
  actor: Actor,
  { thread_id, user_id, created_at }: { thread_id: string; user_id: number; created_at: Date },
): Promise<void> {
  const senders = viewersOf(actor).map(({ userId }) => userId)
  await insertMembers(tx, actor.workspaceId, thread_id, [...senders, user_id], created_at)
}

/** The thread that the actor means: theirs, if another of the same name is not. */
export async function threadMeant(sql: Sql, actor: Actor, wanted: string): Promise<string> {
  const names = [wanted, ownNameFor(actor, wanted)]
  return (await threadOfMember(sql, actor.workspaceId, actor.userId, names)) ?? wanted
}

function ownNameFor({ userId }: Actor, wanted: string): string {
  return `${wanted}@${userId}`
}

/** A new thread, or one that everyone belongs to for whom the actor acts. */
async function isOpenTo(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const { isThere, members } = await threadKnown(tx, actor.workspaceId, id)
  if (isThere) return viewersOf(actor).every(({ userId }) => members.includes(userId))
  const owner = /@(\d+)$/.exec(id)?.[1]
  return owner === undefined || Number(owner) === actor.userId
}
