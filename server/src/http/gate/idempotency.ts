import type { Deps } from '../../deps.ts'
import { writeJson } from '../../lib/exact-json/json-text.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Actor } from '../permissions.ts'
import { Problem, problem } from '../problem.ts'
import {
  claimKey,
  completeClaim,
  findKey,
  type KeyRow,
  keepResponse,
  releaseClaim,
} from './idempotency-queries.ts'
import { openResponse, sealResponse } from './sealed-response.ts'

/** A response in the form in which it is stored and replayed. */
export interface StoredResponse {
  status: number
  headers: Record<string, string>
  body: string
}

export interface KeyedOperation {
  id: string
  callsOutside?: boolean
}

export interface KeyedRequest {
  key: string
  actor: Actor
  operation: KeyedOperation
  url: string
  /** How a problem identifies the request. */
  instance: string
  body: unknown
}

type Work = (deps: Deps) => Promise<StoredResponse>
type Outcome = StoredResponse & { replayed: boolean }

export const idempotencyHours = 24

/**
 * Longer than any handler waits for an external service. If there is no response after this time,
 * the process that ran the request has died.
 */
const maxClaimSeconds = 300

/**
 * Runs a write once per `Idempotency-Key`. Client errors are stored like successes; temporary
 * failures (5xx) are not, so that a retry can succeed.
 */
export async function once(deps: Deps, request: KeyedRequest, work: Work): Promise<Outcome> {
  requireWellFormed(request.key)
  const run: Work = (inside) => work(inside).catch((error) => buildErrorResponse(request, error))
  return request.operation.callsOutside
    ? aroundOutsideWork(deps, request, run)
    : inOneTransaction(deps, request, run)
}

/** After a crash, either everything is stored or nothing, and no claim is left to wait for. */
function inOneTransaction(deps: Deps, request: KeyedRequest, work: Work): Promise<Outcome> {
  return deps.db.atomically(request.actor.workspaceId, async (db, tx) => {
    const kept = await lookUp(deps, tx, request)
    if (kept) return kept
    const response = await work({ ...deps, db })
    await keepResponse(tx, { ...buildRow(request, deps.clock()), ...sealed(request, response) })
    return { ...response, replayed: false }
  })
}

/**
 * Keeps no transaction open while the handler waits for an external service: one transaction claims
 * the key, another stores the response. If the process dies in between, the external outcome is
 * unknown, so the request never runs again.
 */
async function aroundOutsideWork(deps: Deps, request: KeyedRequest, work: Work): Promise<Outcome> {
  const claimId = deps.random.uuid()
  const row = buildRow(request, deps.clock())
  const kept = await deps.db.atomically(row.workspace_id, async (_db, tx) => {
    const before = await lookUp(deps, tx, request)
    if (before) return before
    const until = new Date(row.created_at.getTime() + maxClaimSeconds * 1000)
    await claimKey(tx, row, claimId, until)
    return undefined
  })
  if (kept) return kept
  const response = await work(deps).catch(async (error) => {
    await releaseClaim(deps.db.system, row, claimId).catch((cause) => {
      deps.log.warn({ err: cause }, 'could not release an idempotency key')
    })
    throw error
  })
  await completeClaim(deps.db.system, row, claimId, sealed(request, response))
  return { ...response, replayed: false }
}

function buildErrorResponse({ instance, actor }: KeyedRequest, error: unknown): StoredResponse {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  return {
    status: error.status,
    headers: { ...error.headers, 'content-type': 'application/problem+json' },
    body: writeJson(error.toBody(instance, actor.requestId ?? '')),
  }
}

function requireWellFormed(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return
  throw problem('malformed_header', {
    detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces.',
  })
}

/** The response to an earlier request with the key. Throws a problem if it is not available yet. */
async function lookUp(deps: Deps, tx: Tx, request: KeyedRequest): Promise<Outcome | undefined> {
  const { actor, key } = request
  await lockKey(tx, actor, key)
  const found = await findKey(tx, actor, key, oldestKept(deps.clock()))
  if (!found) return undefined
  if (found.request_hash !== fingerprint(request)) {
    throw problem('idempotency_key_reused', {
      detail: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
    })
  }
  return { ...openKept(found, actor, key, deps.clock()), replayed: true }
}

async function lockKey(tx: Tx, actor: Actor, key: string): Promise<void> {
  const name = `idempotency ${actor.workspaceId} ${actor.credentialId} ${key}`
  const [lock] = await tx<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`
  if (!lock?.taken) throw stillRunning()
}

/** The stored response to a request with this key, until it expires. */
export async function findKept(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, key: string) {
  const now = deps.clock()
  const found = await findKey(deps.db.system, actor, key, oldestKept(now))
  if (!found) return undefined
  const { operation_id, created_at } = found
  return { operation_id, created_at, ...openKept(found, actor, key, now) }
}

function openKept(row: KeyRow, actor: Actor, key: string, now: Date): StoredResponse {
  const { status, headers, body, claimed_until } = row
  if (status !== null && headers !== null && body !== null) {
    return { status, headers, body: openResponse(body, actor, key) }
  }
  if (claimed_until !== null && claimed_until > now) throw stillRunning()
  throw problem('idempotency_outcome_unknown', {
    detail:
      'The server stopped during the first request with this Idempotency-Key, which may have taken effect. Check whether it did. To send it again, use a new key.',
  })
}

function stillRunning(): Problem {
  return problem('idempotency_key_in_use', {
    detail: 'The first request with this Idempotency-Key is still running. Try again shortly.',
    headers: { 'retry-after': '1' },
  })
}

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - idempotencyHours * 3_600_000)
}

function buildRow(request: KeyedRequest, now: Date) {
  const { workspaceId, credentialId } = request.actor
  return {
    workspace_id: workspaceId,
    credential_id: credentialId,
    key_hash: sha256(request.key),
    operation_id: request.operation.id,
    request_hash: fingerprint(request),
    created_at: now,
  }
}

function sealed({ actor, key }: KeyedRequest, { status, headers, body }: StoredResponse) {
  return { status, headers, body: sealResponse(body, actor, key) }
}

function fingerprint({ operation, url, body }: KeyedRequest): string {
  return sha256(JSON.stringify([operation.id, url, body ?? null]))
}
