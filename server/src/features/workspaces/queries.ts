import { problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Workspace, WorkspaceContext } from './schemas.ts'

const columns = (sql: Sql) => sql.part`id, name, slug, is_active, settings`

export interface Viewer {
  workspaceId: number
  userId: number
  /** Sees only their own teamspaces. */
  isGuest: boolean
  spaceId: number | null
}

/** User, workspace and teamspaces in one statement, because this is the most frequent read. */
export async function workspaceContext(
  sql: Sql,
  { workspaceId, userId, isGuest, spaceId }: Viewer,
): Promise<WorkspaceContext | undefined> {
  const [context] = await sql<WorkspaceContext>`
    select
      json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
        'email', u.email) as user,
      json_build_object('id', w.id, 'name', w.name, 'slug', w.slug, 'is_active', w.is_active,
        'settings', w.settings) as workspace,
      coalesce((
        select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug,
          'is_active', t.is_active) order by t.id)
        from teamspaces t
        where t.workspace_id = w.id and t.is_active
          and (${spaceId}::int is null or t.id = ${spaceId})
          and (not ${isGuest}::boolean or exists (
            select from teamspace_members m where m.teamspace_id = t.id and m.user_id = ${userId}))
      ), '[]') as teamspaces
    from workspaces w, users u
    where w.id = ${workspaceId} and u.id = ${userId}`
  return context
}

export async function lockWorkspace(tx: Tx, workspaceId: number): Promise<Workspace> {
  const [workspace] = await tx<Workspace>`
    select ${columns(tx)} from workspaces where id = ${workspaceId} for update`
  if (!workspace) throw problem('workspace_forbidden')
  return workspace
}

export async function saveWorkspace(tx: Tx, workspace: Workspace, at: Date): Promise<void> {
  const { id, name, slug, is_active, settings } = workspace
  await tx`update workspaces set name = ${name}, slug = ${slug}, is_active = ${is_active},
    settings = ${tx.json(settings)}, updated_at = ${at} where id = ${id}`
}

export async function insertWorkspace(
  tx: Tx,
  { name, slug, settings }: Pick<Workspace, 'name' | 'slug' | 'settings'>,
  at: Date,
): Promise<Workspace> {
  const [workspace] = await tx<Workspace>`
    insert into workspaces (name, slug, settings, created_at, updated_at)
    values (${name}, ${slug}, ${tx.json(settings)}, ${at}, ${at}) returning ${columns(tx)}`
  return workspace as Workspace
}

export async function insertMembership(
  tx: Tx,
  workspaceId: number,
  userId: number,
  role: string,
  at: Date,
): Promise<void> {
  await tx`insert into memberships (workspace_id, user_id, role, created_at)
    values (${workspaceId}, ${userId}, ${role}, ${at})`
}

/** Across workspaces: slugs are unique in the whole installation. */
export async function isSlugTaken(system: Sql, slug: string): Promise<boolean> {
  const [taken] = await system`select from workspaces where slug = ${slug}`
  return taken !== undefined
}

export async function workspacesOfUser(system: Sql, userId: number): Promise<Workspace[]> {
  return system<Workspace>`
    select w.id, w.name, w.slug, w.is_active, w.settings
    from workspaces w join memberships m on m.workspace_id = w.id
    where m.user_id = ${userId} order by w.id`
}
