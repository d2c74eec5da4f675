import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { presentWebhook } from './present-webhook.ts'
import type { ChatWebhook } from './schemas.ts'
import { webhookById, webhooks } from './webhook-queries.ts'

export async function listChatWebhooks(
  deps: Pick<Deps, 'db' | 'secrets'>,
  actor: Actor,
  page: PageRequest,
): Promise<{ count: number; results: ChatWebhook[] }> {
  requirePermission(actor, 'webhooks:write')
  const sql = deps.db.workspace(actor.workspaceId)
  const { count, results } = await webhooks(sql, actor.workspaceId, page)
  return { count, results: results.map((row) => presentWebhook(deps, row)) }
}

export async function getChatWebhook(
  deps: Pick<Deps, 'db' | 'secrets'>,
  actor: Actor,
  id: string,
): Promise<ChatWebhook> {
  requirePermission(actor, 'webhooks:write')
  const found = await webhookById(deps.db.workspace(actor.workspaceId), actor.workspaceId, id)
  if (!found) throw problem('chat_webhook_not_found')
  return presentWebhook(deps, found)
}
