import { readPage } from '../../http/pagination.ts'
import { anywhere } from '../../lib/like-pattern.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { type SpaceReader, selectVisible } from '../access/who-sees.ts'
import { type AssetListQuery, topLevel } from './schemas.ts'

export interface AssetRow {
  id: string
  workspace_id: number
  space_id: number | null
  folder_id: string | null
  status: number
  asset_type: number
  name: string
  payload: object
  resource: string | null
  resource_id: string | null
  content_key: string | null
  content_type: string | null
  bytes: number | null
  width: number | null
  height: number | null
  duration_ms: number | null
  sha256: string | null
  thumbnail_key: string | null
  thumbnail_type: string | null
  error: string | null
  created_by: number | null
  created_at: Date
  updated_at: Date
  expires_at: Date | null
}

/** Status of an upload that was signed but not registered. */
const unregistered = 0

export type NewAsset = Pick<
  AssetRow,
  'id' | 'workspace_id' | 'space_id' | 'status' | 'asset_type' | 'name'
> &
  Partial<AssetRow>

export async function insertAsset(sql: Sql, asset: NewAsset, at: Date): Promise<AssetRow> {
  const { payload = {}, ...rest } = asset
  const row = { ...rest, payload: sql.json(payload), created_at: at, updated_at: at }
  const [created] = await sql<AssetRow>`insert into assets ${sql.columns(row)} returning *`
  return created as AssetRow
}

/** For workers: whether the person is still in the teamspace does not matter any more. */
export async function assetById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<AssetRow | undefined> {
  const [asset] = await sql<AssetRow>`
    select * from assets where workspace_id = ${workspaceId} and id = ${id}`
  return asset
}

export async function seenAsset(
  sql: Sql,
  actor: SpaceReader,
  id: string,
): Promise<AssetRow | undefined> {
  const [asset] = await seenAssets(sql, actor, [id])
  return asset
}

/** The latest upload that was signed for this resource. */
export async function findSigned(
  sql: Sql,
  actor: SpaceReader,
  resourceId: string,
): Promise<AssetRow | undefined> {
  const [asset] = await sql<AssetRow>`
    select * from assets where ${selectVisible(sql, actor)} and resource_id = ${resourceId}
    order by created_at desc, id limit 1`
  return asset
}

/** Whether no asset of the installation has this id. */
export async function isFreeId(system: Sql, id: string): Promise<boolean> {
  const rows = await system`select from assets where id = ${id}`
  return rows.length === 0
}

export function seenAssets(sql: Sql, actor: SpaceReader, ids: string[]): Promise<AssetRow[]> {
  return sql<AssetRow>`
    select * from assets where ${selectVisible(sql, actor)} and id = any(${ids}::uuid[])`
}

export async function assets(
  sql: Sql,
  actor: SpaceReader,
  { search, asset_type, folder_id, ...page }: AssetListQuery,
): Promise<{ count: number; results: AssetRow[] }> {
  const pattern = search && anywhere(search)
  const from = sql.part`from assets where ${selectVisible(sql, actor)}
    ${pattern ? sql.part`and name ilike ${pattern}` : sql.part``}
    ${asset_type === undefined ? sql.part`` : sql.part`and asset_type = ${asset_type}`}
    ${folder_id === undefined ? sql.part`` : isInFolder(sql, folder_id)}`
  const order = sql.part`created_at desc, id`
  return readPage<AssetRow>(sql, page, { columns: sql.part`*`, from, order })
}

function isInFolder(sql: Sql, folderId: string): Part {
  return folderId === topLevel
    ? sql.part`and folder_id is null`
    : sql.part`and folder_id = ${folderId}`
}

/** The assets that follow another one in the order of the list; without one, the first. */
export function assetsAfter(
  sql: Sql,
  actor: SpaceReader,
  after: Pick<AssetRow, 'id' | 'created_at'> | undefined,
  limit: number,
): Promise<AssetRow[]> {
  const isLater = after
    ? sql.part`and (created_at < ${after.created_at}
        or (created_at = ${after.created_at} and id > ${after.id}))`
    : sql.part``
  return sql<AssetRow>`
    select * from assets where ${selectVisible(sql, actor)} ${isLater}
    order by created_at desc, id limit ${limit}`
}

export async function changeAsset(
  sql: Sql,
  workspaceId: number,
  id: string,
  changes: Partial<AssetRow>,
  at: Date,
): Promise<AssetRow | undefined> {
  const { payload, ...rest } = changes
  const row = { ...rest, ...(payload && { payload: sql.json(payload) }), updated_at: at }
  const [changed] = await sql<AssetRow>`
    update assets set ${sql.columns(row)} where workspace_id = ${workspaceId} and id = ${id} returning *`
  return changed
}

export async function deleteAssetRow(
  tx: Tx,
  actor: SpaceReader,
  id: string,
): Promise<AssetRow | undefined> {
  const [gone] = await tx<AssetRow>`
    delete from assets where ${selectVisible(tx, actor)} and id = ${id} returning *`
  return gone
}

/** Marks contents that may be unused. Housekeeping checks again before it deletes bytes. */
export async function noteUnused(system: Sql, keys: (string | null)[], at: Date): Promise<void> {
  const known = keys.filter((key) => key !== null)
  await system`
    insert into unused_contents (content_key, since)
    select key, ${at} from unnest(${known}::text[]) as key
    on conflict (content_key) do update set since = excluded.since`
}

/** Whether a record needs this content. */
export async function isContentNeeded(system: Sql, key: string): Promise<boolean> {
  const [needed] = await system`
    select from assets where content_key = ${key} or thumbnail_key = ${key}
    union all select from transcriptions where content_key = ${key}
    union all select from voice_samples where content_key = ${key} limit 1`
  return needed !== undefined
}

/** Whether everything that had this content was deleted. Its bytes stay for a while. */
export async function isContentDeleted(system: Sql, key: string): Promise<boolean> {
  const [unused] = await system`select from unused_contents where content_key = ${key}`
  return unused !== undefined && !(await isContentNeeded(system, key))
}

export async function hasContent(sql: Sql, actor: SpaceReader, contentKey: string) {
  const rows = await sql`
    select from assets where ${selectVisible(sql, actor)} and content_key = ${contentKey}
      and status <> ${unregistered} limit 1`
  return rows.length > 0
}

export function assetsByIds(sql: Sql, workspaceId: number, ids: string[]): Promise<AssetRow[]> {
  return sql<AssetRow>`
    select * from assets where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`
}

/** The asset that a link names: registered, by its file name if several have the content. */
export async function assetWithContent(
  sql: Sql,
  actor: SpaceReader,
  contentKey: string,
  fileName: string | undefined,
): Promise<AssetRow | undefined> {
  const [found] = await sql<AssetRow>`
    select * from assets
    where ${selectVisible(sql, actor)} and content_key = ${contentKey} and status <> ${unregistered}
    order by name is distinct from ${fileName ?? null}, created_at, id limit 1`
  return found
}

/** The oldest registered asset for each of these contents. */
export function assetsWithContents(
  sql: Sql,
  workspaceId: number,
  contentKeys: string[],
): Promise<AssetRow[]> {
  return sql<AssetRow>`
    select distinct on (content_key) * from assets
    where workspace_id = ${workspaceId} and content_key = any(${contentKeys}::text[])
      and status <> ${unregistered}
    order by content_key, created_at, id`
}
