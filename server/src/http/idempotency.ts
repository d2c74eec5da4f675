import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { writeJson } from '../lib/exact-json/json-text.ts'
import { sha256 } from '../lib/hash.ts'
import type { Tx } from '../platform/postgres/db.ts'
import type { Sql } from '../platform/postgres/sql.ts'
import type { Actor } from './permissions.ts'
import { Problem, problem } from './problem.ts'

/** A response in the form in which it is kept and sent again. */
export interface KeptResponse {
  status: number
  headers: Record<string, string>
  body: string
}

interface KeptRow {
  operation_id: string
  request_hash: string
  status: number
  headers: Record<string, string>
  body: Buffer
  created_at: Date
}

export interface KeyedRequest {
  key: string
  actor: Actor
  operationId: string
  url: string
  body: unknown
}

export const idempotencyHours = 24

/**
 * Runs a write once for its `Idempotency-Key`. The key, the write and the response are one
 * transaction: after a crash there is either all of it or nothing, and no lease to wait for.
 * Problems of the caller's making are kept like answers; what may heal (5xx) is not.
 */
export async function once(
  deps: Deps,
  request: KeyedRequest,
  work: (deps: Deps) => Promise<KeptResponse>,
): Promise<KeptResponse & { replayed: boolean }> {
  requireWellFormed(request.key)
  return deps.db.together(async (db, tx) => {
    await lockKey(tx, request)
    const kept = await findKept(tx, request.actor, request.key, deps.clock())
    if (kept) return replay(kept, request)
    const response = await work({ ...deps, db }).catch((error) => {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return {
        status: error.status,
        headers: { ...error.headers, 'content-type': 'application/problem+json' },
        body: writeJson(error.toBody(request.url, request.actor.requestId ?? '')),
      }
    })
    await keep(tx, request, response, deps.clock())
    return { ...response, replayed: false }
  })
}

function requireWellFormed(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return
  throw problem('malformed_header', {
    detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces.',
  })
}

async function lockKey(tx: Tx, { actor, key }: KeyedRequest): Promise<void> {
  const name = `idempotency ${actor.credentialId} ${key}`
  const [lock] = await tx<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`
  if (lock?.taken) return
  throw problem('idempotency_key_in_use', {
    detail: 'The first request with this Idempotency-Key is still running. Try again shortly.',
    headers: { 'retry-after': '1' },
  })
}

/** What was answered to a request with this key, while it is kept. */
export async function findKept(
  sql: Sql,
  actor: Actor,
  key: string,
  now: Date,
): Promise<(Omit<KeptRow, 'body'> & { body: string }) | undefined> {
  const oldest = new Date(now.getTime() - idempotencyHours * 3_600_000)
  const [row] = await sql<KeptRow>`
    select operation_id, request_hash, status, headers, body, created_at from idempotency_keys
    where credential_id = ${actor.credentialId} and key_hash = ${sha256(key)} and created_at > ${oldest}`
  return row && { ...row, body: open(row.body, actor, key) }
}

function replay(kept: Omit<KeptRow, 'body'> & { body: string }, request: KeyedRequest) {
  if (kept.request_hash !== fingerprint(request)) {
    throw problem('idempotency_key_reused', {
      detail: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
    })
  }
  return { status: kept.status, headers: kept.headers, body: kept.body, replayed: true }
}

async function keep(tx: Tx, request: KeyedRequest, response: KeptResponse, now: Date) {
  await tx`
    insert into idempotency_keys
      (credential_id, key_hash, operation_id, request_hash, status, headers, body, created_at)
    values (${request.actor.credentialId}, ${sha256(request.key)}, ${request.operationId},
      ${fingerprint(request)}, ${response.status}, ${tx.json(response.headers)},
      ${seal(response.body, request.actor, request.key)}, ${now})
    on conflict (credential_id, key_hash) do update set
      operation_id = excluded.operation_id, request_hash = excluded.request_hash,
      status = excluded.status, headers = excluded.headers, body = excluded.body,
      created_at = excluded.created_at`
}

function fingerprint({ operationId, url, body }: KeyedRequest): string {
  return sha256(JSON.stringify([operationId, url, body ?? null]))
}

/**
 * A kept response may hold a secret that is shown once, such as a new API key. So it is sealed
 * with the caller's own Idempotency-Key, of which the database has only a hash.
 */
function seal(body: string, actor: Actor, key: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(actor, key), nonce)
  return Buffer.concat([nonce, cipher.update(body, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function open(sealed: Buffer, actor: Actor, key: string): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(actor, key), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString(
    'utf8',
  )
}

function sealingKey(actor: Actor, key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, actor.credentialId, 'atelier kept response', 32))
}
