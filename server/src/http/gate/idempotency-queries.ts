import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Actor } from '../permissions.ts'

interface KeyId {
  workspace_id: number
  credential_id: string
  key_hash: string
}

interface KeyedRow extends KeyId {
  operation_id: string
  request_hash: string
  created_at: Date
}

interface SealedResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Either holds a response, or is claimed by a request that has none yet. */
export interface KeyRow {
  operation_id: string
  request_hash: string
  status: number | null
  headers: Record<string, string> | null
  body: Buffer | null
  claimed_until: Date | null
  created_at: Date
}

export async function findKey(
  sql: Sql,
  { workspaceId, credentialId }: Actor,
  key: string,
  createdAfter: Date,
): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow>`
    select operation_id, request_hash, status, headers, body, claimed_until, created_at
    from idempotency_keys
    where workspace_id = ${workspaceId} and credential_id = ${credentialId}
      and key_hash = ${sha256(key)} and created_at > ${createdAfter}`
  return row
}

/** Replaces an expired row. */
export async function keepResponse(tx: Tx, row: KeyedRow & SealedResponse): Promise<void> {
  await tx`
    insert into idempotency_keys
      (workspace_id, credential_id, key_hash, operation_id, request_hash, status, headers, body,
        created_at)
    values (${row.workspace_id}, ${row.credential_id}, ${row.key_hash}, ${row.operation_id},
      ${row.request_hash}, ${row.status}, ${tx.json(row.headers)}, ${row.body}, ${row.created_at})
    on conflict (workspace_id, credential_id, key_hash) do update set
      operation_id = excluded.operation_id, request_hash = excluded.request_hash,
      status = excluded.status, headers = excluded.headers, body = excluded.body,
      claimed_until = null, claim_id = null, created_at = excluded.created_at`
}

/** Replaces an expired row. */
export async function claimKey(tx: Tx, row: KeyedRow, claimId: string, until: Date) {
  await tx`
    insert into idempotency_keys
      (workspace_id, credential_id, key_hash, operation_id, request_hash, claim_id, claimed_until,
        created_at)
    values (${row.workspace_id}, ${row.credential_id}, ${row.key_hash}, ${row.operation_id},
      ${row.request_hash}, ${claimId}, ${until}, ${row.created_at})
    on conflict (workspace_id, credential_id, key_hash) do update set
      operation_id = excluded.operation_id, request_hash = excluded.request_hash,
      status = null, headers = null, body = null,
      claimed_until = excluded.claimed_until, claim_id = excluded.claim_id,
      created_at = excluded.created_at`
}

export async function completeClaim(
  sql: Sql,
  row: KeyId,
  claimId: string,
  { status, headers, body }: SealedResponse,
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${status}, headers = ${sql.json(headers)},
      body = ${body}, claimed_until = null, claim_id = null
    where ${claimed(sql, row, claimId)}`
}

export async function releaseClaim(sql: Sql, row: KeyId, claimId: string): Promise<void> {
  await sql`delete from idempotency_keys where ${claimed(sql, row, claimId)}`
}

/** Matches only the claim of this request. */
function claimed(sql: Sql, row: KeyId, claimId: string) {
  return sql.part`workspace_id = ${row.workspace_id} and credential_id = ${row.credential_id}
    and key_hash = ${row.key_hash} and claim_id = ${claimId}`
}
