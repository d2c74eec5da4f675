import {
  type OutgoingMessage,
  type OutgoingQuestion,
  Undeliverable,
} from '../../channels/channel.ts'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { consoleLink } from '../../lib/console-link.ts'
import { findWorkspaceName } from '../workspaces/find-name.ts'
import { alertsChannel, categories } from './categories.ts'
import { findNotification, type NotificationRow } from './queries.ts'
import type { Notification } from './schemas.ts'

type NotificationTarget = Pick<
  NotificationRow,
  'id' | 'workspace_id' | 'category' | 'link' | 'thread_id' | 'cta_label'
>

/** The target of the action: the link, else the thread, else the notification itself. */
export function buildAction(config: Pick<Config, 'publicUrl'>, row: NotificationTarget) {
  // Progress is not kept, so there is nothing to open but the inbox.
  const isKept = row.category !== 'agentProgress'
  return buildActionWithLink(
    config,
    row,
    isKept ? `/inbox/${encodeURIComponent(row.id)}` : '/inbox',
  )
}

/** For the team's channel: others cannot open the inbox of the recipient. */
export function buildChatAction(config: Pick<Config, 'publicUrl'>, row: NotificationTarget) {
  return buildActionWithLink(config, row, `/chat/${alertsChannel}`)
}

function buildActionWithLink(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  row: NotificationTarget,
  otherwise: string,
) {
  const path = row.thread_id ? `/threads/${encodeURIComponent(row.thread_id)}` : otherwise
  const label = row.thread_id ? 'Continue the conversation' : 'View details'
  const url = new URL(row.link ?? path, publicUrl)
  return {
    label: row.cta_label ?? label,
    url: consoleLink(url, { publicUrl, workspaceId: row.workspace_id }),
  }
}

export function presentNotification(
  config: Pick<Config, 'publicUrl'>,
  row: NotificationRow,
): Notification {
  const { workspace_id: _workspace, user_id: _user, question_of: _first, extra, ...shown } = row
  const { url, label } = buildAction(config, row)
  return { ...shown, url, cta_label: label, _extra: extra }
}

/** A notification as external channels get it, with its row. */
export async function readMessage(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  workspaceId: number,
  notificationId: string,
): Promise<{ row: NotificationRow; message: OutgoingMessage }> {
  const sql = db.workspace(workspaceId)
  const [row, workspaceName] = await Promise.all([
    findNotification(sql, workspaceId, notificationId),
    findWorkspaceName(sql, workspaceId),
  ])
  if (!row) throw new Undeliverable('The notification was deleted')
  return { row, message: buildMessage(config, row, workspaceName) }
}

export function buildMessage(
  config: Pick<Config, 'publicUrl'>,
  row: NotificationRow,
  workspaceName: string,
): OutgoingMessage {
  const { question } = row
  return {
    notificationId: row.id,
    category: row.category,
    categoryLabel: categories[row.category].label,
    title: row.title,
    message: row.message,
    body: row.body,
    action: buildAction(config, row),
    sender: row.sender.name,
    workspace: { id: row.workspace_id, name: workspaceName },
    threadId: row.thread_id,
    question: question && {
      kind: question.kind as OutgoingQuestion['kind'],
      options: question.options,
      expiresAt: question.expires_at === null ? null : new Date(question.expires_at),
    },
    createdAt: row.created_at,
  }
}
