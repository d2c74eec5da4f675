import type { JWK } from 'jose'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'

/** A new key signs after this time. Receipts of older ones stay valid. */
export const rotationDays = 90

export interface KeyRow {
  kid: string
  public_jwk: JWK
  private_jwk: string | null
  created_at: Date
  retired_at: Date | null
}

export async function currentKey(sql: Sql): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow>`
    select kid, public_jwk, private_jwk, created_at, retired_at from receipt_keys
    where retired_at is null order by created_at desc limit 1`
  return row
}

export function allKeys(sql: Sql): Promise<Pick<KeyRow, 'kid' | 'public_jwk'>[]> {
  return sql`select kid, public_jwk from receipt_keys order by created_at desc limit 1000`
}

const keyLock = 4_600_037

/** One process at a time creates or retires keys. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${keyLock})`
}

export async function insertKey(
  tx: Tx,
  { kid, public_jwk, private_jwk, created_at }: Omit<KeyRow, 'retired_at'>,
): Promise<void> {
  await tx`insert into receipt_keys (kid, public_jwk, private_jwk, created_at)
    values (${kid}, ${tx.json(public_jwk)}, ${private_jwk}, ${created_at})`
}

/** The private half is deleted: a retired key signs nothing more. */
export async function retireKeys(tx: Tx, except: string, now: Date): Promise<void> {
  await tx`update receipt_keys set retired_at = ${now}, private_jwk = null
    where retired_at is null and kid <> ${except}`
}

export function selectNextRotation(sql: Sql, after: Part): Part {
  return sql.part`select min(created_at + make_interval(days => ${rotationDays}::integer))
    from receipt_keys where retired_at is null
      and created_at + make_interval(days => ${rotationDays}::integer) > ${after}`
}

export async function findReceipt(
  sql: Sql,
  workspaceId: number,
  questionId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ jws: string }>`select jws from receipts
    where workspace_id = ${workspaceId} and question_id = ${questionId}`
  return row?.jws
}

/** Keeps the first one if two readers sign at the same moment. */
export async function keepReceipt(
  sql: Sql,
  row: { workspace_id: number; question_id: string; jws: string; created_at: Date },
): Promise<string> {
  const [kept] = await sql<{ jws: string }>`
    insert into receipts (workspace_id, question_id, jws, created_at)
    values (${row.workspace_id}, ${row.question_id}, ${row.jws}, ${row.created_at})
    on conflict (workspace_id, question_id) do update set jws = receipts.jws returning jws`
  return kept?.jws ?? row.jws
}
