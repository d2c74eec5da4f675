import type { FolderRow } from './folder-queries.ts'
import type { AssetFolder } from './folder-schemas.ts'

export function presentFolder(row: FolderRow): AssetFolder {
  const { id, name, parent_id, created_at, updated_at } = row
  return { id, name, parent_id, created_at, updated_at }
}
