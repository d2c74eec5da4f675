import { type PageRequest, readPage } from '../../http/pagination.ts'
import type { Role } from '../../http/permissions.ts'
import { anywhere } from '../../lib/like-pattern.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Member, MemberChoices } from './schemas.ts'

const columns = (sql: Sql) => sql.part`u.id as user_id, u.first_name, u.last_name, u.email,
  u.email_verified_at is not null as is_email_verified, m.role, u.is_active, m.created_at as joined_at`

/** `search` matches parts of names and email addresses; % and _ are literal. */
function matching(sql: Sql, search: string | undefined) {
  if (!search) return sql.part``
  const name = sql.part`u.first_name || ' ' || u.last_name || ' ' || u.email`
  return sql.part`and (${name}) ilike ${anywhere(search)}`
}

export async function members(
  sql: Sql,
  workspaceId: number,
  search: string | undefined,
  page: PageRequest,
) {
  const from = sql.part`from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} ${matching(sql, search)}`
  const order = sql.part`m.created_at, u.id`
  return readPage<Member>(sql, page, { columns: columns(sql), from, order })
}

export async function memberById(
  sql: Sql,
  workspaceId: number,
  userId: number,
): Promise<Member | undefined> {
  const [member] = await sql<Member>`
    select ${columns(sql)} from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`
  return member
}

export async function choices(
  sql: Sql,
  workspaceId: number,
  search: string | undefined,
): Promise<MemberChoices['options']> {
  return sql<MemberChoices['options'][number]>`
    select u.id as value,
      trim(u.first_name || ' ' || u.last_name) || ' (' || u.email || ')' as label
    from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and u.is_active ${matching(sql, search)}
    order by lower(u.first_name), lower(u.last_name), u.id limit 1000`
}

/** Locks the owners as well, so that two of them cannot leave at the same moment. */
export async function countOwnersLocked(tx: Tx, workspaceId: number): Promise<number> {
  const owners = await tx`
    select user_id from memberships where workspace_id = ${workspaceId} and role = 'owner'
    order by user_id for update`
  return owners.length
}

export async function saveRole(
  tx: Tx,
  workspaceId: number,
  userId: number,
  role: Role,
): Promise<void> {
  await tx`update memberships set role = ${role}
    where workspace_id = ${workspaceId} and user_id = ${userId}`
}

export async function deleteMembership(tx: Tx, workspaceId: number, userId: number): Promise<void> {
  await tx`delete from memberships where workspace_id = ${workspaceId} and user_id = ${userId}`
}

/** Whether a user in any workspace has this email. */
export async function isEmailTaken(sql: Sql, email: string): Promise<boolean> {
  const found = await sql`select 1 from users where lower(email) = lower(${email})`
  return found.length > 0
}
