import { type QuotaName, quotas, type RateName } from '../../lib/quotas.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'

/** What is counted: in a workspace, of a person, or caused by one event. */
export interface QuotaScope {
  workspaceId: number
  /** For workspaces of one owner. */
  userId?: number
  /** For runs caused by one event. */
  rootCause?: string
}

export type CountedName = Exclude<QuotaName, RateName>

/** How much there is, counted from the records, so nothing can drift. */
export function selectUsed(sql: Sql, name: CountedName, scope: QuotaScope, at: Date): Part {
  const { workspaceId, userId = 0, rootCause } = scope
  const here = sql.part`workspace_id = ${workspaceId}`
  switch (name) {
    case 'asset_bytes':
      return sql.part`select coalesce(sum(bytes), 0)::bigint from assets where ${here}`
    case 'project_bytes':
      return sql.part`select coalesce(sum(bytes), 0)::bigint from projects
        where ${here} and deleted_at is null`
    case 'boards':
      return sql.part`select count(*) from pm_boards where ${here} and deleted_at is null`
    case 'board_tasks':
      return sql.part`select coalesce(sum(tasks_count), 0)::bigint from pm_boards
        where ${here} and deleted_at is null`
    case 'api_keys':
      return sql.part`select count(*) from api_keys
        where ${here} and revoked_at is null and (expires_at is null or expires_at > ${at})`
    case 'webhooks':
      return sql.part`select count(*) from webhook_subscriptions where ${here}`
    case 'triggers':
      return sql.part`select count(*) from workflow_triggers where ${here}`
    case 'schedules':
      return sql.part`select count(*) from workflow_triggers where ${here} and kind = 'schedule'`
    case 'members':
      return sql.part`select count(*) from memberships where ${here}`
    case 'workspaces':
      return sql.part`select count(*) from memberships where user_id = ${userId} and role = 'owner'`
    case 'runs_per_event':
      if (rootCause !== undefined) {
        return sql.part`select count(*) from workflow_runs where ${here} and root_cause = ${rootCause}`
      }
      // For people: the most that one event of the last day has caused.
      return sql.part`select coalesce(max(runs), 0) from (
        select count(*) as runs from workflow_runs
        where ${here} and root_cause is not null
          and created_at > ${at}::timestamptz - interval '1 day'
        group by root_cause) causes`
  }
}

export interface UseRow {
  used: number
  /** Whether the operator set a limit for this workspace. */
  is_set: boolean
  max: number | null
}

export async function readUse(
  sql: Sql,
  name: CountedName,
  scope: QuotaScope,
  at: Date,
): Promise<UseRow> {
  const [row] = await sql<UseRow>`
    select (${selectUsed(sql, name, scope, at)}) as used, q.name is not null as is_set, q.max
    from (select) as one left join workspace_quotas q
      on q.workspace_id = ${scope.workspaceId} and q.name = ${name}`
  return row as UseRow
}

/** Until the commit, nobody else adds to the same count. */
export async function lockUse(tx: Tx, name: CountedName, scope: QuotaScope): Promise<void> {
  const of = name === 'workspaces' ? scope.userId : (scope.rootCause ?? '')
  const owner = name === 'workspaces' ? 0 : scope.workspaceId
  await tx`select pg_advisory_xact_lock(hashtextextended(${`quota ${name} ${of}`}, ${owner}))`
}

export async function setLimits(sql: Sql, workspaceId: number) {
  return sql<{ name: QuotaName; max: number | null }>`
    select name, max from workspace_quotas where workspace_id = ${workspaceId}`
}

export async function saveLimit(
  tx: Tx,
  {
    workspaceId,
    name,
    max,
    at,
  }: { workspaceId: number; name: string; max: number | null; at: Date },
): Promise<void> {
  await tx`insert into workspace_quotas (workspace_id, name, max, updated_at)
    values (${workspaceId}, ${name}, ${max}, ${at})
    on conflict (workspace_id, name) do update set max = excluded.max, updated_at = excluded.updated_at`
}

export async function removeLimits(tx: Tx, workspaceId: number, names: readonly string[]) {
  await tx`delete from workspace_quotas
    where workspace_id = ${workspaceId} and name = any(${names}::text[])`
}

interface Window {
  workspaceId: number
  name: RateName
  subject: string
}

const windowMs = { hour: 3_600_000, day: 86_400_000 }

/** Counts one more, unless the window is full: then it returns false. */
export async function addToWindow(
  tx: Tx,
  { workspaceId, name, subject }: Window,
  max: number | null,
  at: Date,
): Promise<boolean> {
  const endsAt = new Date(at.getTime() + windowMs[quotas[name].per])
  const rows = await tx`
    insert into quota_windows as w (workspace_id, name, subject, used, ends_at)
    values (${workspaceId}, ${name}, ${subject}, 1, ${endsAt})
    on conflict (workspace_id, name, subject) do update set
      used = case when w.ends_at > ${at} then w.used + 1 else 1 end,
      ends_at = case when w.ends_at > ${at} then w.ends_at else excluded.ends_at end
    where w.ends_at <= ${at} or ${max}::bigint is null or w.used < ${max}::bigint
    returning used`
  return rows.length > 0
}

export interface WindowRow {
  name: RateName
  used: number
  ends_at: Date
}

/** The open windows; of a rate per recipient the fullest. */
export async function selectWindows(sql: Sql, workspaceId: number, at: Date): Promise<WindowRow[]> {
  return sql<WindowRow>`
    select distinct on (name) name, used, ends_at from quota_windows
    where workspace_id = ${workspaceId} and ends_at > ${at}
    order by name, used desc, ends_at desc`
}

export async function selectWindow(sql: Sql, { workspaceId, name, subject }: Window) {
  const [row] = await sql<WindowRow>`
    select name, used, ends_at from quota_windows
    where workspace_id = ${workspaceId} and name = ${name} and subject = ${subject}`
  return row
}

export async function removeOldWindows(system: Sql, now: Date): Promise<void> {
  await system`delete from quota_windows where ends_at < ${now}`
}

/**
 * The operator's workspace is the first one of the installation, which the first start creates. Its
 * owners run the installation.
 */
export async function ownsFirstWorkspace(system: Sql, userId: number): Promise<boolean> {
  const rows = await system`
    select from memberships m join users u on u.id = m.user_id
    where m.workspace_id = (select min(id) from workspaces) and m.user_id = ${userId}
      and m.role = 'owner' and u.is_active`
  return rows.length > 0
}

export async function workspaceExists(system: Sql, id: number): Promise<boolean> {
  const rows = await system`select from workspaces where id = ${id}`
  return rows.length > 0
}
