import type { Static } from 'typebox'
import type { Deps } from '../../../deps.ts'
import type { PageRequest } from '../../../http/pagination.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { requireChannel } from '../../chat/read-chat.ts'
import { publish } from '../../events/publish.ts'
import { incomingWebhooks, insertIncomingWebhook, removeIncomingWebhook } from './queries.ts'
import type { CreateIncomingWebhookBody, IncomingWebhook, NewIncomingWebhook } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'config'>

/** Creates a URL that posts to a channel in the name of its creator. */
export async function createIncomingWebhook(
  deps: Needs,
  actor: Actor,
  { channel = 'agent-alerts', name }: CreateIncomingWebhookBody,
): Promise<Static<typeof NewIncomingWebhook>> {
  requirePermission(actor, 'webhooks:write')
  requirePermission(actor, 'chat:write')
  const { workspaceId, userId } = actor
  const secret = deps.random.secret(24)
  const webhook: IncomingWebhook = {
    id: deps.random.uuid(),
    channel,
    name: name.trim(),
    created_at: deps.clock(),
    last_used_at: null,
  }
  await deps.db.transaction(workspaceId, async (tx) => {
    await requireChannel(tx, workspaceId, channel)
    const row = { ...webhook, secret_hash: sha256(secret), created_by: userId }
    await insertIncomingWebhook(tx, workspaceId, row)
    await report(tx, actor, 'incoming_webhook.created', webhook, webhook.created_at)
  })
  const hook = `B${webhook.id.replaceAll('-', '').toUpperCase()}`
  const url = `${deps.config.publicUrl}/services/T${workspaceId}/${hook}/${secret}`
  return { ...webhook, url }
}

/** Without their secrets. */
export async function listIncomingWebhooks(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  page: PageRequest,
) {
  requirePermission(actor, 'webhooks:write')
  return incomingWebhooks(db.workspace(actor.workspaceId), actor.workspaceId, page)
}

/** Its URL stops working at once. */
export async function deleteIncomingWebhook(deps: Needs, actor: Actor, id: string): Promise<null> {
  requirePermission(actor, 'webhooks:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const gone = await removeIncomingWebhook(tx, actor.workspaceId, id)
    if (!gone) throw problem('incoming_webhook_not_found')
    await report(tx, actor, 'incoming_webhook.deleted', gone, deps.clock())
    return null
  })
}

async function report(
  tx: Tx,
  actor: Actor,
  type: 'incoming_webhook.created' | 'incoming_webhook.deleted',
  { id, channel, name }: IncomingWebhook,
  at: Date,
): Promise<void> {
  const object = { type: 'incoming_webhook', id }
  await publish(tx, actor, { type, object, data: { channel, name }, at })
}
