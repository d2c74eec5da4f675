import type { ChatKind } from '../../channels/chat/chat-post.ts'
import type { Deps } from '../../deps.ts'
import { checkUrl } from '../../http/body/check-url.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { selectRanges } from '../../platform/safe-fetch/allowed-ranges.ts'
import { publish } from '../events/publish.ts'
import { presentWebhook, shownInEvents } from './present-webhook.ts'
import type { ChatWebhook, CreateChatWebhookBody, UpdateChatWebhookBody } from './schemas.ts'
import { openUrl, sealUrl } from './sealed-url.ts'
import {
  deleteWebhookRow,
  insertWebhook,
  lockWebhook,
  saveWebhook,
  type WebhookRow,
} from './webhook-queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'random' | 'secrets'>

/** Forwards the messages of a channel to an external chat, starting with the next one. */
export async function createChatWebhook(
  deps: Needs,
  actor: Actor,
  { channel = 'agent-alerts', kind, name, url }: CreateChatWebhookBody,
): Promise<ChatWebhook> {
  requirePermission(actor, 'webhooks:write')
  const at = deps.clock()
  const row: WebhookRow = {
    id: deps.random.uuid(),
    channel,
    kind,
    name: name.trim(),
    url: sealUrl(deps, checkChatUrl(kind, url, selectRanges(deps.config.allowCidrs, 'webhooks'))),
    is_active: true,
    last_error: null,
    created_by: actor.userId,
    created_at: at,
    updated_at: at,
  }
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    await insertWebhook(tx, actor.workspaceId, row)
    await tell(tx, actor, 'chat_webhook.created', row, shownInEvents(row))
  })
  return presentWebhook(deps, row)
}

/** Applies the given changes. A new URL or switching it on again clears the last error. */
export async function updateChatWebhook(
  deps: Needs,
  actor: Actor,
  id: string,
  changes: UpdateChatWebhookBody,
  ifMatch?: string,
): Promise<ChatWebhook> {
  requirePermission(actor, 'webhooks:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await requireWebhook(deps, tx, actor, id, ifMatch)
    const changed = { ...before, ...changes }
    changed.name = changed.name.trim()
    const urlBefore = openUrl(deps, before)
    const url =
      changes.url === undefined
        ? urlBefore
        : checkChatUrl(changed.kind, changes.url, selectRanges(deps.config.allowCidrs, 'webhooks'))
    checkKind(changed.kind, new URL(url))
    changed.url = url === urlBefore ? before.url : sealUrl(deps, url)
    const differs = (['kind', 'name', 'url', 'is_active'] as const).filter(
      (one) => changed[one] !== before[one],
    )
    if (differs.length === 0) return presentWebhook(deps, before)
    const isFresh = differs.includes('url') || (differs.includes('is_active') && changed.is_active)
    const last_error = isFresh ? null : before.last_error
    const after = { ...changed, last_error, updated_at: deps.clock() }
    await saveWebhook(tx, actor.workspaceId, after)
    const data = { before: shownInEvents(before), after: shownInEvents(after) }
    await tell(tx, actor, 'chat_webhook.updated', after, data)
    return presentWebhook(deps, after)
  })
}

export async function deleteChatWebhook(
  deps: Needs,
  actor: Actor,
  id: string,
  ifMatch?: string,
): Promise<null> {
  requirePermission(actor, 'webhooks:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await requireWebhook(deps, tx, actor, id, ifMatch)
    await deleteWebhookRow(tx, actor.workspaceId, id)
    const gone = { ...before, updated_at: deps.clock() }
    await tell(tx, actor, 'chat_webhook.deleted', gone, { before: shownInEvents(before) })
    return null
  })
}

async function requireWebhook(
  deps: Needs,
  tx: Tx,
  { workspaceId }: Actor,
  id: string,
  ifMatch: string | undefined,
): Promise<WebhookRow> {
  const found = await lockWebhook(tx, workspaceId, id)
  if (!found) throw problem('chat_webhook_not_found')
  requireMatch(ifMatch, presentWebhook(deps, found))
  return found
}

async function tell(
  tx: Tx,
  actor: Actor,
  type: 'chat_webhook.created' | 'chat_webhook.updated' | 'chat_webhook.deleted',
  { id, updated_at }: WebhookRow,
  data: object,
): Promise<void> {
  await publish(tx, actor, { type, object: { type: 'chat_webhook', id }, data, at: updated_at })
}

const discord = /^((ptb|canary)\.)?discord(app)?\.com$/

/**
 * Rejects a URL that cannot be right. Only the two hosts with a known URL format are checked beyond
 * http and https; self-hosted servers may have any URL.
 */
function checkChatUrl(kind: ChatKind, text: string, allowCidrs: readonly string[]): string {
  const url = checkUrl('url', text, allowCidrs)
  checkKind(kind, url)
  return url.href
}

function checkKind(kind: ChatKind, url: URL): void {
  if (url.hostname === 'hooks.slack.com' && kind !== 'slack') {
    throw invalid('kind', 'must be slack for a Slack URL')
  }
  if (discord.test(url.hostname) && kind !== 'discord') {
    throw invalid('kind', 'must be discord for a Discord URL')
  }
  if (discord.test(url.hostname) && /\/(slack|github)\/?$/.test(url.pathname)) {
    throw invalid('url', 'must be the plain Discord URL, without /slack or /github')
  }
}
