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
  | 'notification.created'
  | 'notification.updated'
  | 'notification.digest'
  | 'delivery.failed'
  | 'question.answered'
  | 'question.expired'
  | 'question.cancelled'
  | 'thread.message'
  | 'chat.message'
  | 'chat_webhook.created'
  | 'chat_webhook.updated'
  | 'chat_webhook.deleted'
  | 'project_type.created'
  | 'project_type.deleted'
  | 'project.created'
  | 'project.updated'
  | 'project.deleted'
  | 'project.restored'
  | 'project.reverted'
  | 'project_item.created'
  | 'project_item.updated'
  | 'project_item.deleted'
  | 'project_item.reordered'
  | 'pm_board.created'
  | 'pm_board.updated'
  | 'pm_board.deleted'
  | 'pm_task.created'
  | 'pm_task.updated'
  | 'pm_task.status_changed'
  | 'pm_task.assigned'
  | 'pm_task.unassigned'
  | 'pm_task.commented'
  | 'pm_task.comment_edited'
  | 'pm_task.comment_deleted'
  | 'pm_task.attached'
  | 'pm_task.detached'
  | 'pm_task.dependency_added'
  | 'pm_task.dependency_removed'
  | 'pm_task.completed'
  | 'pm_task.reopened'
  | 'pm_task.deleted'
  | 'social_account.connected'
  | 'social_account.updated'
  | 'social_account.disconnected'
  | 'social_draft.created'
  | 'social_draft.updated'
  | 'social_draft.deleted'
  | 'social_post.created'
  | 'social_post.updated'
  | 'social_post.deleted'
  | 'social_post.scheduled'
  | 'social_post.published'
  | 'social_post.failed'
  | 'workflow.created'
  | 'workflow.updated'
  | 'workflow.deleted'
  | 'workflow_run.started'
  | 'workflow_run.paused'
  | 'workflow_run.resumed'
  | 'workflow_run.retried'
  | 'workflow_run.restarted'
  | 'workflow_run.completed'
  | 'workflow_run.failed'
  | 'workflow_run.terminated'
  | 'workflow_run.timed_out'
  | 'webhook_subscription.created'
  | 'webhook_subscription.updated'
  | 'webhook_subscription.secret_rotated'
  | 'webhook_subscription.deleted'

export interface NewEvent {
  type: EventType
  object: { type: string; id: number | string }
  data: object
  at: Date
  /** The only person whom it concerns; left out, everyone in the workspace may see it. */
  userId?: number
}

export const eventsWritten = 'events written'

/**
 * Writes an event into the outbox, in the transaction of the change that it tells of. After the
 * commit the dispatcher gives it its place in the order and tells every process.
 */
export async function publish(tx: Tx, actor: Actor, event: NewEvent): Promise<void> {
  const { kind, userId, name, via } = actor
  await tx`
    insert into events (workspace_id, user_id, type, actor, object, data, request_id, created_at)
    values (${actor.workspaceId}, ${event.userId ?? null}, ${event.type}, ${tx.json({ id: userId, name, kind, via })},
      ${tx.json(event.object)}, ${tx.json(event.data)}, ${actor.requestId}, ${event.at})`
  tx.afterCommit(eventsWritten)
}
