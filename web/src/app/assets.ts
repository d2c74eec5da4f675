import type { Asset } from '@atelier/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export const assetQuery = (id: string) =>
  queryOptions({
    queryKey: ['assets', id],
    queryFn: ({ signal }) => api.assets.get(id, { signal }),
  })

/** Like `assetQuery`, for an asset that may not exist yet. */
export const perhapsAssetQuery = (id: string | undefined) =>
  queryOptions({ ...assetQuery(id ?? ''), enabled: id !== undefined })

/** Display names for the API's numeric asset types. */
export const assetKinds: Record<Asset['asset_type'], string> = {
  0: 'Image',
  2: 'Video',
  4: 'GIF',
  6: 'Font',
  8: 'Audio',
  17: 'PDF',
}
