import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { publish } from '../../events/publish.ts'
import { insertMessage, membersOf } from './queries.ts'
import { requireThread } from './read-threads.ts'
import type { Entry } from './schemas.ts'

/** For other features: a message in a thread by someone who proved that they belong to it. */
export async function addToThread(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  actor: Actor,
  threadId: string,
  text: string,
): Promise<void> {
  const { workspaceId, userId, name, kind } = actor
  const author = { id: userId, name, kind }
  const message = { id: deps.random.uuid(), author, text, at: deps.clock() }
  await deps.db.transaction(workspaceId, async (tx) => {
    await insertMessage(tx, workspaceId, threadId, message)
    await publish(tx, actor, {
      type: 'thread.message',
      object: { type: 'thread', id: threadId },
      data: { message_id: message.id },
      at: message.at,
      people: await membersOf(tx, workspaceId, threadId),
    })
  })
}

/** A message from the user to the agent, or the other way round. */
export async function writeInThread(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  actor: Actor,
  threadId: string,
  text: string,
): Promise<Entry> {
  requirePermission(actor, 'notifications:write')
  const { workspaceId, userId, name, kind } = actor
  const message = {
    id: deps.random.uuid(),
    author: { id: userId, name, kind },
    text,
    at: deps.clock(),
  }
  await deps.db.transaction(workspaceId, async (tx) => {
    const { id } = await requireThread(tx, actor, threadId)
    await insertMessage(tx, workspaceId, id, message)
    await publish(tx, actor, {
      type: 'thread.message',
      object: { type: 'thread', id },
      data: { message_id: message.id },
      at: message.at,
      people: await membersOf(tx, workspaceId, id),
    })
  })
  const rest = { title: null, category: null, question_id: null }
  return { ...message, kind: 'message', ...rest }
}
