import { TryLater } from '../../channels/channel.ts'
import { isAboutDelivery } from '../../channels/post-to-service.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { findWorkspaceName } from '../workspaces/find-name.ts'
import { sendAndNote } from './forward-to-webhook.ts'
import { webhookById } from './webhook-queries.ts'

/** Sends a message now, even through a webhook that is switched off, and reports the result. */
export async function sendTestMessage(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'safeFetch' | 'secrets'>,
  actor: Actor,
  id: string,
): Promise<{ status: 'sent' }> {
  requirePermission(actor, 'webhooks:write')
  const { workspaceId, name } = actor
  const sql = deps.db.workspace(workspaceId)
  const webhook = await webhookById(sql, workspaceId, id)
  if (!webhook) throw problem('chat_webhook_not_found')
  const post = {
    channel: webhook.channel,
    title: 'Test message',
    text: `Messages from **${webhook.channel}** will appear here. ${name} sent this test.`,
    action: null,
    author: 'Atelier',
    workspaceId,
    workspaceName: await findWorkspaceName(sql, workspaceId),
    createdAt: deps.clock(),
  }
  try {
    await sendAndNote(deps, workspaceId, webhook, post)
  } catch (error) {
    if (!isAboutDelivery(error)) throw error
    const headers = error instanceof TryLater ? { 'retry-after': String(error.afterSeconds) } : {}
    throw problem('chat_webhook_failed', { detail: error.message, headers, cause: error })
  }
  return { status: 'sent' }
}
