import { callTelegram } from '../../channels/chat-apps/telegram-app.ts'
import { isAboutDelivery } from '../../channels/post-to-service.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, Problem, problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { checkMailbox } from './mail/read-mailbox.ts'
import { openChatApp, openSecrets, type Secrets, secretPurpose } from './open-chat-app.ts'
import { inboundUrl, presentConnection } from './present-connection.ts'
import {
  type ConnectionRow,
  connectionById,
  deleteConnectionRow,
  insertConnection,
  selectConnections,
} from './queries.ts'
import type { Connection, CreateConnectionBody } from './schemas.ts'

export type Needs = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'config' | 'safeFetch' | 'secrets' | 'log'
>

/** Each may have a listener of its own. */
const maxConnections = 20

export async function listConnections(deps: Needs, actor: Actor): Promise<Connection[]> {
  requirePermission(actor, 'webhooks:read')
  const rows = await selectConnections(deps.db.workspace(actor.workspaceId), actor.workspaceId)
  return rows.map((row) => presentConnection(deps, row))
}

/** Connects a chat app or mailbox. Its credentials are tried first, so "connected" means it works. */
export async function createConnection(
  deps: Needs,
  actor: Actor,
  body: CreateConnectionBody,
): Promise<Connection> {
  requirePermission(actor, 'webhooks:write')
  const { workspaceId } = actor
  const secrets = checkCredentials(deps, body)
  const others = await selectConnections(deps.db.workspace(workspaceId), workspaceId)
  if (others.length >= maxConnections) {
    throw invalid('kind', `a workspace can have at most ${maxConnections} connections`)
  }
  const id = deps.random.uuid()
  const identity = await tryOut(deps, body.kind, secrets)
  const delivery = body.kind === 'telegram' ? (body.delivery ?? 'polling') : ''
  if (delivery) await chooseDelivery(deps, id, secrets, delivery)
  const row = {
    id,
    workspace_id: workspaceId,
    kind: body.kind,
    name: body.name.trim(),
    settings: {
      ...identity.settings,
      description: identity.description,
      ...(delivery && { delivery }),
      ...(secrets.app_token && { delivery: 'socket' }),
      ...(body.authserv_id && { authserv_id: body.authserv_id }),
    },
    secrets: deps.secrets.seal(JSON.stringify(secrets), secretPurpose),
    created_by: actor.userId,
    created_at: deps.clock(),
  }
  await deps.db.transaction(workspaceId, async (tx) => {
    await insertConnection(tx, row)
    await publish(tx, actor, {
      type: 'connection.created',
      object: { type: 'connection', id },
      data: { kind: row.kind, name: row.name },
      at: row.created_at,
    })
  })
  return presentConnection(deps, { ...row, last_error: null, position: null, linked_people: 0 })
}

export async function deleteConnection(deps: Needs, actor: Actor, id: string): Promise<null> {
  requirePermission(actor, 'webhooks:write')
  const row = await requireConnection(deps, actor, id)
  if (row.settings.delivery === 'webhook') await removeWebhook(deps, row)
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    await deleteConnectionRow(tx, actor.workspaceId, id)
    await publish(tx, actor, {
      type: 'connection.deleted',
      object: { type: 'connection', id },
      data: { kind: row.kind, name: row.name },
      at: deps.clock(),
    })
  })
  return null
}

export async function requireConnection(
  deps: Needs,
  actor: Actor,
  id: string,
): Promise<ConnectionRow> {
  const sql = deps.db.workspace(actor.workspaceId)
  const row = await connectionById(sql, actor.workspaceId, id)
  if (!row) throw problem('connection_not_found')
  return row
}

function checkCredentials({ random }: Needs, body: CreateConnectionBody): Secrets {
  const { kind, bot_token, signing_secret, app_token, url } = body
  const need = (field: string, value: string | undefined) => {
    if (value === undefined) throw invalid(field, `is required for ${kind}`)
    return value
  }
  if (kind === 'imap') {
    const mailboxUrl = need('url', url)
    if (!/^imaps?:\/\//.test(mailboxUrl) || !URL.canParse(mailboxUrl)) {
      throw invalid('url', 'must look like imaps://user:password@host/INBOX')
    }
    return { bot_token: '', url: mailboxUrl }
  }
  const token = need('bot_token', bot_token)
  if (kind === 'slack' && !signing_secret && !app_token) {
    throw invalid('signing_secret', 'is required unless you use Socket Mode with app_token')
  }
  return {
    bot_token: token,
    ...(signing_secret && { signing_secret }),
    ...(app_token && { app_token }),
    ...(kind === 'telegram' && { webhook_secret: random.secret(32) }),
  }
}

/** Asks the app who we are. */
export async function tryOut(deps: Needs, kind: ConnectionRow['kind'], secrets: Secrets) {
  try {
    const app = openChatApp(deps, kind, secrets)
    return await (app ? app.identify() : checkMailbox(deps, secrets.url ?? ''))
  } catch (error) {
    if (!isAboutDelivery(error)) throw error
    throw problem('connection_failed', { detail: error.message })
  }
}

/** So that Telegram stops sending updates here. If that fails, they are answered with 404. */
async function removeWebhook(deps: Needs, row: ConnectionRow): Promise<void> {
  try {
    await chooseDelivery(deps, row.id, openSecrets(deps, row), 'polling')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    deps.log.info({ connection_id: row.id, reason: error.detail }, 'a webhook was not removed')
  }
}

/** Telegram sends updates to one place only: our webhook, or nowhere while we poll. */
async function chooseDelivery(
  deps: Needs,
  id: string,
  { bot_token, webhook_secret }: Secrets,
  delivery: 'webhook' | 'polling',
): Promise<void> {
  const call = (method: string, body: object) =>
    callTelegram(deps.safeFetch.webhooks, deps.config.doors.telegramUrl, bot_token, method, body)
  try {
    if (delivery === 'polling') await call('deleteWebhook', {})
    else {
      await call('setWebhook', {
        url: inboundUrl(deps, 'telegram', id),
        secret_token: webhook_secret,
        allowed_updates: ['message', 'callback_query'],
      })
    }
  } catch (error) {
    if (!isAboutDelivery(error)) throw error
    throw problem('connection_failed', { detail: error.message })
  }
}
