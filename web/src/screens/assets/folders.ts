import type { AssetFolder } from '@atelier/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

export const foldersQuery = queryOptions({
  queryKey: ['assets', 'folders'],
  queryFn: async ({ signal }) => (await api.assets.listFolders({ signal })).results,
})

/** The name of the place that contains all folders. */
export const topName = 'Assets'

export function folderById(
  folders: readonly AssetFolder[],
  id: string | null | undefined,
): AssetFolder | undefined {
  return folders.find((folder) => folder.id === id)
}

export function nameOfPlace(folders: readonly AssetFolder[], id: string | null): string {
  return folderById(folders, id)?.name ?? topName
}

/** The folders from the top level down to this one. */
export function findPath(
  folders: readonly AssetFolder[],
  id: string | null | undefined,
): AssetFolder[] {
  const folder = folderById(folders, id)
  return folder ? [...findPath(folders, folder.parent_id), folder] : []
}

/** Where something is, for people: “Autumn / Drafts”, or “Assets” at the top level. */
export function wordsForPath(folders: readonly AssetFolder[], id: string | null): string {
  const names = findPath(folders, id).map(({ name }) => name)
  return names.join(' / ') || topName
}

export function isInside(folders: readonly AssetFolder[], id: string, outer: string): boolean {
  return findPath(folders, id).some((folder) => folder.id === outer)
}

/** Each folder below its parent, with its level from 1. */
export function asTree(
  folders: readonly AssetFolder[],
  parent: string | null = null,
  level = 1,
): { folder: AssetFolder; level: number }[] {
  return folders
    .filter(({ parent_id }) => parent_id === parent)
    .flatMap((folder) => [{ folder, level }, ...asTree(folders, folder.id, level + 1)])
}
