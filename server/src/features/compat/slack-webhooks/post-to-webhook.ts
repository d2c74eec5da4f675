import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import { isBrokenText } from '../../../http/body/json-body.ts'
import { readBytes } from '../../../http/body/read-bytes.ts'
import type { RateLimiter } from '../../../http/gate/rate-limit.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import { type Actor, listPermissions } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { sha256 } from '../../../lib/hash.ts'
import { formatUuid } from '../../../lib/uuid.ts'
import { postMessage } from '../../chat/post-message.ts'
import { parseObject } from '../json.ts'
import { noteUse, type UsableWebhook, usableWebhook } from './queries.ts'
import { toMessage } from './to-markdown.ts'

export const WebhookParams = Type.Object({
  team: Type.String({ maxLength: 20, pattern: '^T\\d{1,9}$', description: 'The workspace.' }),
  hook: Type.String({ maxLength: 33, pattern: '^B[0-9A-F]{32}$', description: 'The webhook.' }),
  secret: Type.String({ maxLength: 100, description: 'From the creation of the webhook.' }),
})

type Params = Static<typeof WebhookParams>

/** Posts a message for Slack to the channel of the webhook. */
export async function postToWebhook(
  deps: Deps,
  { params, requestId }: Call<unknown, unknown, unknown>,
  { request, reply }: Exchange,
  limiter: RateLimiter,
): Promise<FastifyReply> {
  const webhook = await requireWebhook(deps, params as Params)
  await limiter.takeTogether(webhook.id)
  const message = toMessage(await readPayload(request))
  if (!/\S/.test(message.text)) throw invalid('text', 'is required')
  const { title, text } = message
  await postMessage(deps, buildActor(webhook, requestId), webhook.channel, {
    text,
    ...(title !== undefined && { title }),
  })
  await noteUse(deps.db.workspace(webhook.workspace_id), webhook, deps.clock())
  return reply.type('text/plain; charset=utf-8').send('ok')
}

async function requireWebhook({ db }: Deps, { team, hook, secret }: Params) {
  const found = await usableWebhook(db.system, Number(team.slice(1)), formatUuid(hook.slice(1)))
  const hash = Buffer.from(sha256(secret))
  if (found && timingSafeEqual(Buffer.from(found.secret_hash), hash)) return found
  throw problem('incoming_webhook_not_found')
}

/** The creator, who can do only this here, and only as long as their role allows it. */
function buildActor(webhook: UsableWebhook, requestId: string): Actor {
  return {
    kind: 'agent',
    userId: webhook.created_by,
    name: webhook.name,
    via: 'api',
    workspaceId: webhook.workspace_id,
    role: webhook.role,
    permissions: listPermissions(webhook.role, ['chat:write']),
    spaceId: null,
    credentialId: `incoming-webhook:${webhook.id}`,
    requestId,
  }
}

const maxBytes = 256 * 1024
const maxValues = 10_000

/** The payload of a request: JSON, or a form with JSON in its field `payload`. */
async function readPayload(request: FastifyRequest): Promise<Record<string, unknown>> {
  const text = (await readBytes(request, maxBytes)).toString('utf8')
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const json = isForm ? (new URLSearchParams(text).get('payload') ?? text) : text
  return parseObject(json, maxValues, storable)
}

/** PostgreSQL cannot store every string that JSON can write. */
function storable(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !isBrokenText(value)) return value
  return value.replaceAll('\0', '').toWellFormed()
}
