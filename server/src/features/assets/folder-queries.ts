import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { type SpaceReader, seesSpace, selectVisible } from '../access/who-sees.ts'
import type { AssetRow } from './queries.ts'

export interface FolderRow {
  id: string
  workspace_id: number
  space_id: number | null
  parent_id: string | null
  name: string
  created_by: number | null
  created_at: Date
  updated_at: Date
}

export interface TreeFolder extends FolderRow {
  is_seen: boolean
}

const folderLock = 4_600_049

/**
 * All folders of the workspace, also those that the actor cannot see. Until the commit nobody else
 * changes one: concurrent changes could build a cycle or two folders of the same name.
 */
export async function lockFolders(tx: Tx, actor: SpaceReader): Promise<TreeFolder[]> {
  const { workspaceId } = actor
  await tx`select pg_advisory_xact_lock(${folderLock}, ${workspaceId})`
  return tx<TreeFolder>`
    select *, ${seesSpace(tx, actor, tx.part`space_id`)} as is_seen
    from asset_folders where workspace_id = ${workspaceId}`
}

export function seenFolders(sql: Sql, actor: SpaceReader): Promise<FolderRow[]> {
  return sql<FolderRow>`
    select * from asset_folders where ${selectVisible(sql, actor)} order by lower(name), id`
}

export async function seenFolder(
  sql: Sql,
  actor: SpaceReader,
  id: string,
): Promise<FolderRow | undefined> {
  const [folder] = await sql<FolderRow>`
    select * from asset_folders where ${selectVisible(sql, actor)} and id = ${id}`
  return folder
}

/** Until the commit nobody can delete the folder. */
export async function keepFolder(
  tx: Tx,
  actor: SpaceReader,
  id: string,
): Promise<FolderRow | undefined> {
  const [folder] = await tx<FolderRow>`
    select * from asset_folders where ${selectVisible(tx, actor)} and id = ${id} for key share`
  return folder
}

export async function insertFolder(tx: Tx, folder: FolderRow): Promise<void> {
  await tx`insert into asset_folders ${tx.columns({ ...folder })}`
}

export async function saveFolder(tx: Tx, folder: FolderRow): Promise<void> {
  const { workspace_id, id, name, parent_id, updated_at } = folder
  await tx`
    update asset_folders set name = ${name}, parent_id = ${parent_id}, updated_at = ${updated_at}
    where workspace_id = ${workspace_id} and id = ${id}`
}

/** Moves everything in the folder to its parent, also what the actor cannot see. */
export async function dissolveFolder(tx: Tx, folder: FolderRow, at: Date): Promise<void> {
  const { workspace_id, id, parent_id } = folder
  await tx`
    select from asset_folders where workspace_id = ${workspace_id} and id = ${id} for update`
  await tx`
    update asset_folders set parent_id = ${parent_id}, updated_at = ${at}
    where workspace_id = ${workspace_id} and parent_id = ${id}`
  await tx`
    update assets set folder_id = ${parent_id}, updated_at = ${at}
    where workspace_id = ${workspace_id} and folder_id = ${id}`
  await tx`delete from asset_folders where workspace_id = ${workspace_id} and id = ${id}`
}

export function lockAssets(tx: Tx, actor: SpaceReader, ids: string[]): Promise<AssetRow[]> {
  return tx<AssetRow>`
    select * from assets where ${selectVisible(tx, actor)} and id = any(${ids}::uuid[])
    order by id for update`
}

export async function moveAssetRows(
  tx: Tx,
  workspaceId: number,
  ids: string[],
  folderId: string | null,
  at: Date,
): Promise<void> {
  await tx`
    update assets set folder_id = ${folderId}, updated_at = ${at}
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`
}
