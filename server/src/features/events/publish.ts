import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'

/** Every event of the service. The name says what has happened to which noun. */
export type EventType =
  | 'workspace.created'
  | 'workspace.updated'
  | 'teamspace.created'
  | 'teamspace.updated'
  | 'teamspace.deleted'
  | 'teamspace.member_added'
  | 'teamspace.member_removed'
  | 'member.joined'
  | 'member.updated'
  | 'member.removed'
  | 'invitation.created'
  | 'invitation.revoked'
  | 'api_key.created'
  | 'api_key.revoked'
  | 'task.submitted'
  | 'task.succeeded'
  | 'task.failed'
  | 'task.cancelled'
  | 'asset.created'
  | 'asset.deleted'
  | 'engine.chosen'
  | 'engine.reset'
  | 'voice.created'
  | 'voice.updated'
  | 'voice.deleted'
  | 'transcription.submitted'
  | 'transcription.done'
  | 'transcription.failed'
  | 'transcription.updated'
  | 'transcription.deleted'
  | 'video.submitted'
  | 'video.done'
  | 'video.failed'

export interface NewEvent {
  type: EventType
  object: { type: string; id: number | string }
  data: object
  at: Date
}

export const eventsWritten = 'events written'

/**
 * Writes an event into the outbox, in the transaction of the change that it tells of. After the
 * commit the dispatcher gives it its place in the order and tells every process.
 */
export async function publish(tx: Tx, actor: Actor, event: NewEvent): Promise<void> {
  const { kind, userId, name, via } = actor
  await tx`
    insert into events (workspace_id, type, actor, object, data, request_id, created_at)
    values (${actor.workspaceId}, ${event.type}, ${tx.json({ id: userId, name, kind, via })},
      ${tx.json(event.object)}, ${tx.json(event.data)}, ${actor.requestId}, ${event.at})`
  tx.afterCommit(eventsWritten)
}
