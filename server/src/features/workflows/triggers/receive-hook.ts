import type { FastifyReply } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { readBytes } from '../../../http/body/read-bytes.ts'
import type { RequestRate } from '../../../http/gate/request-rate.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import { problem } from '../../../http/problem.ts'
import { sha256 } from '../../../lib/hash.ts'
import { wakeups } from '../../../platform/bus/wakeups.ts'
import { runChanged } from '../runs/run-jobs.ts'
import { runById } from '../runs/run-queries.ts'
import { fireTrigger } from './fire-trigger.ts'
import type { FiringRow } from './firing-queries.ts'
import { formFields, hookHeaders, readHookBody } from './hook-body.ts'
import { openHookSecret } from './hook-secrets.ts'
import { lockTrigger, type TriggerRow, triggerByToken } from './trigger-queries.ts'
import { HookRefused, verifyHook } from './verify-hook.ts'

export const maxHookBytes = 1024 ** 2
const waitMs = 30_000

/** Receives a delivery: verifies it, starts a run, and answers with its id or its output. */
export async function receiveHook(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  { request, reply }: Exchange,
  rate: RequestRate,
): Promise<FastifyReply> {
  const { token } = call.params as { token: string }
  const now = deps.clock()
  const trigger = await triggerByToken(deps.db.system, sha256(token), now)
  // A paused trigger looks like one that does not exist, so senders stop.
  if (!trigger?.is_active) throw problem('hook_not_found')
  if (!trigger.settings.methods?.includes(request.method)) throw problem('method_not_allowed')
  rate.take(trigger.id)
  const rawBody = await readBytes(request, maxHookBytes)
  const { headers } = request
  const deliveryId = verified(deps, trigger, { headers, rawBody }, now)
  const body = readHookBody(headers['content-type'], rawBody)
  const challenge = readChallenge(trigger, body)
  if (challenge !== undefined) return send(reply, 200, { challenge })
  const query = formFields(new URLSearchParams(call.url.split('?')[1] ?? ''))
  const facts = { body, headers: hookHeaders(headers), query }
  const sourceKey = `delivery:${deliveryId === undefined ? deps.random.uuid() : sha256(deliveryId)}`
  const firing = await deps.db.atomically(trigger.workspace_id, async (db, tx) => {
    const locked = await lockTrigger(tx, trigger.workspace_id, trigger.id)
    if (!locked?.is_active) throw problem('hook_not_found')
    return fireTrigger({ ...deps, db }, tx, locked, { sourceKey, facts })
  })
  return answer(deps, call, reply, trigger, firing)
}

function verified(
  deps: Deps,
  { settings, secret, previous_secret, previous_until }: TriggerRow,
  delivery: { headers: Exchange['request']['headers']; rawBody: Buffer },
  now: Date,
): string | undefined {
  const previous = previous_until && previous_until > now ? previous_secret : null
  const stored = [secret, previous].filter((one) => one !== null)
  const secrets = stored.map((one) => openHookSecret(deps, one))
  try {
    return verifyHook(settings.verify ?? 'token', secrets, delivery, now).deliveryId
  } catch (error) {
    if (!(error instanceof HookRefused)) throw error
    throw problem('hook_refused', { detail: error.message })
  }
}

/** Slack asks once whether the URL is ours. */
function readChallenge({ settings }: TriggerRow, body: unknown): string | undefined {
  if (settings.verify !== 'slack' || body === null || typeof body !== 'object') return undefined
  const { type, challenge } = body as { type?: unknown; challenge?: unknown }
  return type === 'url_verification' && typeof challenge === 'string' ? challenge : undefined
}

async function answer(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  reply: FastifyReply,
  { workspace_id, settings }: TriggerRow,
  { outcome, reason, run_id }: FiringRow,
): Promise<FastifyReply> {
  if (outcome === 'failed') {
    throw problem('validation_failed', { detail: reason ?? 'The delivery could not start a run.' })
  }
  if (settings.respond !== 'output' || run_id === null) {
    return send(reply, 202, { run_id, outcome, reason })
  }
  const signal = AbortSignal.any([call.leaving(), AbortSignal.timeout(waitMs)])
  for await (const _ of wakeups(deps.bus, runChanged, signal, { about: run_id, everyMs: 2000 })) {
    const run = await runById(deps.db.workspace(workspace_id), workspace_id, run_id)
    if (run && run.ended_at !== null) {
      const { status, output } = run
      return send(reply, 200, { run_id, outcome, reason, status, output })
    }
  }
  return send(reply, 202, { run_id, outcome, reason, status: 'RUNNING' })
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}
