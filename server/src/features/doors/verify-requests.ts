import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { discordMistake } from '../../channels/chat-apps/discord-app.ts'
import { slackMistake } from '../../channels/chat-apps/slack-app.ts'
import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import { receiveFromDiscord } from './discord-inbound.ts'
import { handleOnce } from './handle-once.ts'
import { openSecrets } from './open-chat-app.ts'
import { type ConnectionRow, connectionAnywhere } from './queries.ts'
import type { ConnectionKind } from './schemas.ts'
import { receiveFromSlack, type SlackReply } from './slack-inbound.ts'
import { receiveFromTelegram } from './telegram-inbound.ts'

const one = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

async function requireConnection(
  deps: Deps,
  kind: ConnectionKind,
  id: string,
): Promise<ConnectionRow> {
  const row = await connectionAnywhere(deps.db.system, id)
  if (row?.kind !== kind) throw problem('connection_not_found')
  return row
}

function refuse(deps: Deps, { id, kind }: ConnectionRow, reason: string): never {
  deps.log.warn({ connection_id: id, kind, reason }, 'a request from a chat app was refused')
  throw problem('callback_refused', { detail: `The request was refused: ${reason}.` })
}

/** Verifies a request from Slack over its raw body, then handles it. */
export async function slackRequest(
  deps: Deps,
  id: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<SlackReply> {
  const connection = await requireConnection(deps, 'slack', id)
  const { signing_secret } = openSecrets(deps, connection)
  if (!signing_secret) return refuse(deps, connection, 'the connection uses Socket Mode')
  const signature = one(headers, 'x-slack-signature')
  const timestamp = one(headers, 'x-slack-request-timestamp')
  const mistake = slackMistake(signing_secret, { timestamp, signature }, body, deps.clock())
  if (mistake) return refuse(deps, connection, mistake)
  const payload = readPayload(body)
  const handled = await handleOnce(deps, id, signature as string, () =>
    receiveFromSlack(deps, connection, payload),
  )
  return handled ? handled.result : refuse(deps, connection, 'it was received before')
}

/** Interactions have one field with JSON; commands are plain forms. */
function readPayload(body: Buffer): unknown {
  const form = new URLSearchParams(body.toString('utf8'))
  const payload = form.get('payload')
  return payload === null ? Object.fromEntries(form) : parseJson(payload)
}

export async function telegramRequest(
  deps: Deps,
  id: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<void> {
  const connection = await requireConnection(deps, 'telegram', id)
  const { webhook_secret = '' } = openSecrets(deps, connection)
  const given = Buffer.from(one(headers, 'x-telegram-bot-api-secret-token') ?? '')
  const right = Buffer.from(webhook_secret)
  const isRight = right.length > 0 && given.length === right.length && timingSafeEqual(given, right)
  if (!isRight) refuse(deps, connection, 'its secret token is wrong')
  await receiveFromTelegram(deps, connection, parseJson(body.toString('utf8')))
}

export async function discordRequest(
  deps: Deps,
  id: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<object> {
  const connection = await requireConnection(deps, 'discord', id)
  const signature = one(headers, 'x-signature-ed25519')
  const timestamp = one(headers, 'x-signature-timestamp')
  const { public_key = '' } = connection.settings
  const mistake = discordMistake(public_key, { timestamp, signature }, body, deps.clock())
  if (mistake) refuse(deps, connection, mistake)
  return receiveFromDiscord(deps, connection, parseJson(body.toString('utf8')))
}

function parseJson(text: string): object {
  try {
    const value = JSON.parse(text)
    if (value !== null && typeof value === 'object') return value
  } catch {}
  throw problem('callback_malformed', { detail: 'The body is not JSON.' })
}
