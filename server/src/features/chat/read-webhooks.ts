import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pages.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { presentWebhook } from './present-webhook.ts'
import type { ChatWebhook } from './schemas.ts'
import { webhookById, webhooks } from './webhook-queries.ts'

export async function listChatWebhooks(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  page: PageRequest,
): Promise<{ count: number; results: ChatWebhook[] }> {
  requirePermission(actor, 'webhooks:write')
  const sql = db.workspace(actor.workspaceId)
  const { count, results } = await webhooks(sql, actor.workspaceId, page)
  return { count, results: results.map(presentWebhook) }
}

export async function getChatWebhook(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<ChatWebhook> {
  requirePermission(actor, 'webhooks:write')
  const found = await webhookById(db.workspace(actor.workspaceId), actor.workspaceId, id)
  if (!found) throw problem('chat_webhook_not_found')
  return presentWebhook(found)
}
