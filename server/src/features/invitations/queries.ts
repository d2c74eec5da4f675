import { type PageRequest, readPage } from '../../http/pagination.ts'
import type { Role } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Invitation, InvitationDetails } from './schemas.ts'

const columns = (sql: Sql) =>
  sql.part`id, email, role, teamspace_ids, invited_by, created_at, expires_at, accepted_at`

export async function invitations(sql: Sql, workspaceId: number, page: PageRequest) {
  return readPage<Invitation>(sql, page, {
    columns: columns(sql),
    from: sql.part`from invitations where workspace_id = ${workspaceId}`,
    order: sql.part`created_at desc, id`,
  })
}

type NewRow = Omit<Invitation, 'accepted_at'> & { token_hash: string; workspace_id: number }

/** A new invitation for the same address replaces an open one, whose token ends. */
export async function replaceInvitation(tx: Tx, row: NewRow): Promise<Invitation> {
  await tx`delete from invitations where workspace_id = ${row.workspace_id}
    and lower(email) = lower(${row.email}) and accepted_at is null`
  const [created] = await tx<Invitation>`
    insert into invitations ${tx.columns(row)} returning ${columns(tx)}`
  return created as Invitation
}

export async function deleteInvitation(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<Invitation | undefined> {
  const [gone] = await tx<Invitation>`
    delete from invitations
    where workspace_id = ${workspaceId} and id = ${id} and accepted_at is null
    returning ${columns(tx)}`
  return gone
}

export async function unknownTeamspaces(
  tx: Tx,
  workspaceId: number,
  ids: number[],
): Promise<number[]> {
  const rows = await tx<{ id: number }>`
    select id from teamspaces where workspace_id = ${workspaceId} and id = any(${ids}::int[])`
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

export async function isMemberAddress(
  tx: Tx,
  workspaceId: number,
  email: string,
): Promise<boolean> {
  const [member] = await tx`
    select from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and lower(u.email) = lower(${email})`
  return member !== undefined
}

export interface OpenInvitation {
  id: string
  workspace_id: number
  email: string
  role: 'admin' | 'member' | 'guest'
  teamspace_ids: number[]
  workspace_name: string
  workspace_slug: string
  inviter_role: Role | null
}

/** What the inviter may do today. Null if they left or can't sign in. */
const inviterRole = (sql: Sql) => sql.part`(select m.role
  from memberships m join users inviter on inviter.id = m.user_id
  where m.workspace_id = i.workspace_id and m.user_id = i.invited_by and inviter.is_active)`

export async function detailsByToken(
  system: Sql,
  tokenHash: string,
  now: Date,
): Promise<(InvitationDetails & Pick<OpenInvitation, 'inviter_role'>) | undefined> {
  const [found] = await system<InvitationDetails & Pick<OpenInvitation, 'inviter_role'>>`
    select i.email, i.role, i.expires_at, json_build_object('name', w.name) as workspace,
      ${inviterRole(system)} as inviter_role,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as invited_by
    from invitations i join workspaces w on w.id = i.workspace_id
      left join users u on u.id = i.invited_by
    where i.token_hash = ${tokenHash} and i.accepted_at is null and i.expires_at > ${now}
      and w.is_active`
  return found
}

/**
 * By token alone: a person who accepts is not signed in and names no workspace. The inviter cannot
 * leave before the caller's transaction ends.
 */
export async function lockByToken(
  system: Tx,
  tokenHash: string,
  now: Date,
): Promise<OpenInvitation | undefined> {
  await system`
    select from memberships m join invitations i on i.workspace_id = m.workspace_id
      and i.invited_by = m.user_id
    where i.token_hash = ${tokenHash} for share of m`
  const [found] = await system<OpenInvitation>`
    select i.id, i.workspace_id, i.email, i.role, i.teamspace_ids,
      w.name as workspace_name, w.slug as workspace_slug, ${inviterRole(system)} as inviter_role
    from invitations i join workspaces w on w.id = i.workspace_id
    where i.token_hash = ${tokenHash} and i.accepted_at is null and i.expires_at > ${now}
      and w.is_active
    for update of i`
  return found
}
