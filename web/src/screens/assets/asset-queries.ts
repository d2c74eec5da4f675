import { type Asset, AtelierError } from '@atelier/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

export const pageSize = 48

export interface AssetFilters {
  folder: string | undefined
  search: string
  kind: string
  page: number
}

/** The files of a folder; a search finds the files of all folders. */
export function assetListQuery({ folder, search, kind, page }: AssetFilters) {
  const filters = {
    page,
    page_size: pageSize,
    ...(search ? { search } : { folder_id: folder ?? 'root' }),
    ...(kind !== 'all' && { asset_type: Number(kind) as Asset['asset_type'] }),
  }
  return queryOptions({
    queryKey: ['assets', 'list', filters],
    queryFn: ({ signal }) => api.assets.list(filters, { signal }),
    placeholderData: keepPreviousData,
    throwOnError: (error) => !isFolderMissing(error),
  })
}

export function isFolderMissing(error: unknown): boolean {
  return error instanceof AtelierError && error.code === 'folder_not_found'
}
