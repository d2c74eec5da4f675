import { isUuid } from '../../lib/uuid.ts'
import type { Feature } from '../feature.ts'
import { assetEvents } from './events.ts'
import { fetchAsset } from './fetch-asset.ts'
import { processAsset } from './process-asset.ts'
import { assetsByIds } from './read-assets.ts'
import { removeUnusedAssets } from './remove-unused.ts'
import { assetRoutes } from './routes.ts'

export const assets: Feature = {
  name: 'assets',
  tags: { Assets: 'Files: images, audio, video and documents.' },
  operations: assetRoutes,
  tasks: [processAsset, fetchAsset],
  cleanUp: removeUnusedAssets,
  events: assetEvents,
  subjects: {
    asset: async (deps, actor, id) => {
      if (!isUuid(id)) return undefined
      const [asset] = await assetsByIds(deps, actor, [id])
      return asset?.sha256 ?? undefined
    },
  },
}
