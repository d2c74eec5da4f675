import { type PageRequest, readPage } from '../../http/pagination.ts'
import { problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { ReachableTeamspaces, Teamspace, TeamspaceMember } from './schemas.ts'

const columns = (sql: Sql) => sql.part`t.id, t.name, t.slug, t.is_active,
  (select count(*) from teamspace_members m where m.teamspace_id = t.id) as members_count,
  t.created_at, t.updated_at`

/** Guests see only their own teamspaces; everyone else sees all. */
function selectVisible(sql: Sql, workspaceId: number, guestId: number | null) {
  return sql.part`t.workspace_id = ${workspaceId} and (${guestId}::int is null or exists (
    select from teamspace_members m where m.teamspace_id = t.id and m.user_id = ${guestId}))`
}

export async function teamspaces(
  sql: Sql,
  workspaceId: number,
  guestId: number | null,
  page: PageRequest,
) {
  const visible = selectVisible(sql, workspaceId, guestId)
  return readPage<Teamspace>(sql, page, {
    columns: columns(sql),
    from: sql.part`from teamspaces t where ${visible}`,
    order: sql.part`t.id`,
  })
}

export async function teamspaceById(
  sql: Sql,
  workspaceId: number,
  guestId: number | null,
  id: number,
): Promise<Teamspace> {
  const [found] = await sql<Teamspace>`
    select ${columns(sql)} from teamspaces t
    where ${selectVisible(sql, workspaceId, guestId)} and t.id = ${id}`
  if (!found) throw problem('teamspace_not_found')
  return found
}

export async function lockTeamspace(tx: Tx, workspaceId: number, id: number): Promise<Teamspace> {
  await tx`select from teamspaces where workspace_id = ${workspaceId} and id = ${id} for update`
  return teamspaceById(tx, workspaceId, null, id)
}

export async function insertTeamspace(
  tx: Tx,
  workspaceId: number,
  { name, slug }: Pick<Teamspace, 'name' | 'slug'>,
  at: Date,
): Promise<number> {
  const [row] = await tx<{ id: number }>`
    insert into teamspaces (workspace_id, name, slug, created_at, updated_at)
    values (${workspaceId}, ${name}, ${slug}, ${at}, ${at}) returning id`
  return (row as { id: number }).id
}

export async function saveTeamspace(tx: Tx, workspaceId: number, space: Teamspace): Promise<void> {
  const { id, name, slug, is_active, updated_at } = space
  await tx`update teamspaces set name = ${name}, slug = ${slug}, is_active = ${is_active},
    updated_at = ${updated_at} where workspace_id = ${workspaceId} and id = ${id}`
}

export async function deleteTeamspaceRow(tx: Tx, workspaceId: number, id: number): Promise<void> {
  await tx`delete from teamspaces where workspace_id = ${workspaceId} and id = ${id}`
}

export async function slugsLike(tx: Tx, workspaceId: number, slug: string): Promise<Set<string>> {
  const rows = await tx<{ slug: string }>`
    select slug from teamspaces
    where workspace_id = ${workspaceId} and starts_with(slug, ${slug})`
  return new Set(rows.map((row) => row.slug))
}

export async function selectMembers(
  sql: Sql,
  workspaceId: number,
  id: number,
  page: PageRequest,
): Promise<{ count: number; results: TeamspaceMember[] }> {
  return readPage<TeamspaceMember>(sql, page, {
    columns: sql.part`u.id as user_id, u.first_name, u.last_name, u.email, m.created_at as
      added_at`,
    from: sql.part`from teamspace_members m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and m.teamspace_id = ${id}`,
    order: sql.part`m.created_at, u.id`,
  })
}

export async function findMember(
  sql: Sql,
  workspaceId: number,
  id: number,
  userId: number,
): Promise<TeamspaceMember | undefined> {
  const [member] = await sql<TeamspaceMember>`
    select u.id as user_id, u.first_name, u.last_name, u.email, m.created_at as added_at
    from teamspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.teamspace_id = ${id} and m.user_id = ${userId}`
  return member
}

/** False if the user was already a member. */
export async function insertMember(
  tx: Tx,
  workspaceId: number,
  id: number,
  userId: number,
  at: Date,
): Promise<boolean> {
  const added = await tx`
    insert into teamspace_members (workspace_id, teamspace_id, user_id, created_at)
    values (${workspaceId}, ${id}, ${userId}, ${at}) on conflict do nothing returning user_id`
  return added.length > 0
}

export async function deleteMember(
  tx: Tx,
  workspaceId: number,
  id: number,
  userId: number,
): Promise<boolean> {
  const gone = await tx`
    delete from teamspace_members
    where workspace_id = ${workspaceId} and teamspace_id = ${id} and user_id = ${userId}
    returning user_id`
  return gone.length > 0
}

/** A user's active teamspaces, in the format of the list. */
export async function reachableTeamspaces(
  sql: Sql,
  workspaceId: number,
  userId: number,
): Promise<ReachableTeamspaces> {
  const [row] = await sql<ReachableTeamspaces>`
    select json_build_object('id', w.id, 'name', w.name) as default_workspace,
      coalesce((
        select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by t.id)
        from teamspaces t join teamspace_members m on m.teamspace_id = t.id
        where t.workspace_id = w.id and t.is_active and m.user_id = ${userId}
      ), '[]') as teamspaces
    from workspaces w where w.id = ${workspaceId}`
  return row as ReachableTeamspaces
}

/** Whether anything belongs to a teamspace. Deleting it would show that to everyone. */
export async function hasRecords(sql: Sql, workspaceId: number, id: number): Promise<boolean> {
  const ours = sql.part`workspace_id = ${workspaceId} and space_id = ${id}`
  const found = await sql`
    select 1 from asset_folders where ${ours} union all
    select 1 from assets where ${ours} union all
    select 1 from pm_boards where ${ours} union all
    select 1 from projects where ${ours} union all
    select 1 from social_posts where ${ours} union all
    select 1 from tasks where ${ours} union all
    select 1 from transcriptions where ${ours} union all
    select 1 from videos where ${ours} union all
    select 1 from voices where ${ours} limit 1`
  return found.length > 0
}
