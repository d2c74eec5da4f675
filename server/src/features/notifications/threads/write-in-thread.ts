import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { publish } from '../../events/publish.ts'
import { findThreadMembers, insertMessage } from './queries.ts'
import { requireThread } from './read-threads.ts'
import type { Entry } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random'>

/** For other features: a message in a thread by someone who proved that they belong to it. */
export async function addToThread(
  deps: Needs,
  actor: Actor,
  threadId: string,
  text: string,
): Promise<void> {
  await deps.db.transaction(actor.workspaceId, (tx) => write(deps, tx, actor, threadId, text))
}

/** A message from the user to the agent, or the other way round. */
export async function writeInThread(
  deps: Needs,
  actor: Actor,
  threadId: string,
  text: string,
): Promise<Entry> {
  requirePermission(actor, 'notifications:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const { id } = await requireThread(tx, actor, threadId)
    return write(deps, tx, actor, id, text)
  })
}

async function write(
  { clock, random }: Needs,
  tx: Tx,
  actor: Actor,
  threadId: string,
  text: string,
): Promise<Entry> {
  const { workspaceId, userId, name, kind } = actor
  const author = { id: userId, name, kind }
  const message = { id: random.uuid(), author, text, at: clock() }
  await insertMessage(tx, workspaceId, threadId, message)
  const { members } = await findThreadMembers(tx, workspaceId, threadId)
  await publish(tx, actor, {
    type: 'thread.message',
    object: { type: 'thread', id: threadId },
    data: { message_id: message.id },
    at: message.at,
    people: members,
  })
  return { ...message, kind: 'message', title: null, category: null, question_id: null }
}
