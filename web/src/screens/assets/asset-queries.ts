import { type Asset, AtelierError, type ListAssetsQuery } from '@atelier/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

export const pageSize = 48

interface AssetFilters {
  folder: string | undefined
  search: string
  kind: string
  page: number
}

/** The files of a folder; a search finds the files of all folders. */
export function assetListQuery({ folder, search, kind, page }: AssetFilters) {
  const filters: ListAssetsQuery = {
    page,
    page_size: pageSize,
    ...(search ? { search } : { folder_id: folder ?? 'root' }),
    ...(kind !== 'all' && { asset_type: Number(kind) as Asset['asset_type'] }),
  }
  return queryOptions({
    queryKey: ['assets', 'list', filters] as const,
    queryFn: ({ signal }) => api.assets.list(filters, { signal }),
    // The files of one folder must not appear in another one while that is loading.
    placeholderData: (shown, query) =>
      isOtherFolder(query?.queryKey[2], filters) ? undefined : shown,
    throwOnError: (error) => !isFolderMissing(error),
  })
}

function isOtherFolder(before: ListAssetsQuery | undefined, now: ListAssetsQuery): boolean {
  return (
    before?.folder_id !== undefined &&
    now.folder_id !== undefined &&
    before.folder_id !== now.folder_id
  )
}

export function isFolderMissing(error: unknown): boolean {
  return error instanceof AtelierError && error.code === 'folder_not_found'
}
