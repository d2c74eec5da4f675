import type { Role } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import { asSent } from '../as-sent.ts'
import type { StoredActor } from '../runs/run-queries.ts'
import type { FiringOutcome, TriggerKind, VerifyScheme } from './schemas.ts'

/** The fields of all kinds; those of other kinds are absent. */
export interface TriggerSettings {
  cron?: string
  every_seconds?: number
  rrule?: string
  tz?: string
  starts_at?: string
  ends_at?: string | null
  catch_up?: 'none' | 'latest' | 'all'
  event?: string
  filter?: string | null
  debounce_seconds?: number
  include_own?: boolean
  verify?: VerifyScheme
  methods?: string[]
  respond?: 'run_id' | 'output'
}

export interface TriggerRow {
  id: string
  workspace_id: number
  workflow_id: string
  kind: TriggerKind
  title: string
  is_active: boolean
  input: Record<string, unknown>
  overlap: 'skip' | 'queue' | 'allow' | 'replace'
  dedupe_key: string | null
  settings: TriggerSettings
  event_pattern: string | null
  token_hash: string | null
  previous_token_hash: string | null
  /** Sealed. */
  secret: string | null
  previous_secret: string | null
  previous_until: Date | null
  actor: StoredActor
  created_by: { id: number; name: string; kind: string }
  created_at: Date
  updated_at: Date
  next_fire_at: Date | null
  last_fired_at: Date | null
  last_outcome: FiringOutcome | null
}

export async function insertTrigger(tx: Tx, row: TriggerRow): Promise<void> {
  await tx`
    insert into workflow_triggers (id, workspace_id, workflow_id, kind, title, is_active, input,
      overlap, dedupe_key, settings, event_pattern, token_hash, secret, actor, created_by,
      created_at, updated_at, next_fire_at)
    values (${row.id}, ${row.workspace_id}, ${row.workflow_id}, ${row.kind}, ${row.title},
      ${row.is_active}, ${asSent(tx, row.input)}, ${row.overlap}, ${row.dedupe_key},
      ${tx.json(row.settings)}, ${row.event_pattern}, ${row.token_hash}, ${row.secret},
      ${tx.json(row.actor)}, ${tx.json(row.created_by)}, ${row.created_at}, ${row.updated_at},
      ${row.next_fire_at})`
}

export async function saveTrigger(tx: Tx, row: TriggerRow): Promise<void> {
  await tx`
    update workflow_triggers set title = ${row.title}, is_active = ${row.is_active},
      input = ${asSent(tx, row.input)}, overlap = ${row.overlap}, dedupe_key = ${row.dedupe_key},
      settings = ${tx.json(row.settings)}, event_pattern = ${row.event_pattern},
      token_hash = ${row.token_hash}, previous_token_hash = ${row.previous_token_hash},
      secret = ${row.secret}, previous_secret = ${row.previous_secret},
      previous_until = ${row.previous_until}, actor = ${tx.json(row.actor)},
      updated_at = ${row.updated_at}, next_fire_at = ${row.next_fire_at}
    where workspace_id = ${row.workspace_id} and id = ${row.id}`
}

export async function selectTriggers(
  sql: Sql,
  workspaceId: number,
  workflowId: string,
): Promise<TriggerRow[]> {
  return sql<TriggerRow>`
    select * from workflow_triggers
    where workspace_id = ${workspaceId} and workflow_id = ${workflowId} order by created_at, id`
}

export async function findTrigger(
  sql: Sql,
  workspaceId: number,
  { workflowId, id }: { workflowId: string; id: string },
): Promise<TriggerRow | undefined> {
  const [row] = await sql<TriggerRow>`
    select * from workflow_triggers
    where workspace_id = ${workspaceId} and workflow_id = ${workflowId} and id = ${id}`
  return row
}

/** Every firing and every change locks the trigger first, so they happen one after the other. */
export async function lockTrigger(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<TriggerRow | undefined> {
  const [row] = await tx<TriggerRow>`
    select * from workflow_triggers where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

/** Works across workspaces: the token says which one. */
export async function triggerByToken(
  sql: Sql,
  tokenHash: string,
  now: Date,
): Promise<TriggerRow | undefined> {
  const [row] = await sql<TriggerRow>`
    select * from workflow_triggers where token_hash = ${tokenHash}
    union all
    select * from workflow_triggers
    where previous_token_hash = ${tokenHash} and previous_until > ${now} limit 1`
  return row
}

export async function deleteTriggerRow(tx: Tx, row: TriggerRow): Promise<void> {
  await tx`
    delete from workflow_triggers where workspace_id = ${row.workspace_id} and id = ${row.id}`
}

/** A deleted workflow cannot be started. */
export async function stopTriggers(tx: Tx, workspaceId: number, workflowId: string) {
  await tx`
    update workflow_triggers set is_active = false, next_fire_at = null
    where workspace_id = ${workspaceId} and workflow_id = ${workflowId} and is_active`
}

/** The longest waiting first. */
export async function workspacesWithDueTriggers(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql<{ workspace_id: number }>`
    select workspace_id from workflow_triggers where next_fire_at <= ${now}
    group by workspace_id order by min(next_fire_at)`
  return rows.map(({ workspace_id }) => workspace_id)
}

/** Locks the schedule that has been due for the longest time, unless another process has it. */
export async function takeDueTrigger(
  tx: Tx,
  workspaceId: number,
  now: Date,
): Promise<TriggerRow | undefined> {
  const [row] = await tx<TriggerRow>`
    select * from workflow_triggers where workspace_id = ${workspaceId} and next_fire_at <= ${now}
    order by next_fire_at limit 1 for update skip locked`
  return row
}

export async function updateNextFire(tx: Tx, row: TriggerRow, nextFireAt: Date | null) {
  await tx`
    update workflow_triggers set next_fire_at = ${nextFireAt}
    where workspace_id = ${row.workspace_id} and id = ${row.id}`
}

export async function pauseTrigger(tx: Tx, row: TriggerRow): Promise<void> {
  await tx`
    update workflow_triggers set is_active = false, next_fire_at = null
    where workspace_id = ${row.workspace_id} and id = ${row.id}`
}

export async function noteFiring(tx: Tx, row: TriggerRow, at: Date, outcome: FiringOutcome) {
  await tx`
    update workflow_triggers set last_fired_at = ${at}, last_outcome = ${outcome}
    where workspace_id = ${row.workspace_id} and id = ${row.id}`
}

export function selectNextTrigger(sql: Sql, after: Part): Part {
  return sql.part`select min(next_fire_at) from workflow_triggers where next_fire_at > ${after}`
}

/** The active event triggers of these workspaces whose pattern is one of those given. */
export async function eventTriggers(
  tx: Tx,
  workspaceIds: readonly number[],
  patterns: readonly string[],
): Promise<Pick<TriggerRow, 'id' | 'workspace_id' | 'event_pattern'>[]> {
  return tx`
    select id, workspace_id, event_pattern from workflow_triggers
    where workspace_id = any(${workspaceIds}::integer[]) and is_active
      and event_pattern = any(${patterns}::text[]) order by created_at, id`
}

/** The time zone of a workspace. */
export async function findZone(sql: Sql, workspaceId: number): Promise<string> {
  const [row] = await sql<{ zone: string | null }>`
    select settings ->> 'timezone' as zone from workspaces where id = ${workspaceId}`
  return row?.zone ?? 'UTC'
}

export interface CreatorState {
  /** Null if the person has left, may not sign in, or their key was revoked. */
  role: Role | null
  is_workspace_active: boolean
}

/** The current standing of the person for whom a trigger acts. */
export async function findCreatorState(
  tx: Tx,
  { workspace_id, actor }: TriggerRow,
): Promise<CreatorState> {
  const [kind, id = null] = actor.credentialId.split(':')
  const keyId = kind === 'key' ? id : null
  const grantId = kind === 'oauth' ? id : null
  const [row] = await tx<CreatorState>`
    select w.is_active as is_workspace_active, case when u.is_active
      and not exists (select from api_keys k where k.id = ${keyId}::uuid and k.revoked_at is not null)
      and not exists (select from oauth_grants g where g.id = ${grantId}::uuid and g.revoked_at is not null)
      then m.role end as role
    from workspaces w
      left join users u on u.id = ${actor.userId}
      left join memberships m on m.workspace_id = w.id and m.user_id = u.id
    where w.id = ${workspace_id}`
  return row ?? { role: null, is_workspace_active: false }
}
