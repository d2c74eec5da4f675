import { Type } from 'typebox'
import { Nullable } from '../../http/schemas.ts'
import { before, change, event, text, uuid } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'
import { AssetFolder } from './folder-schemas.ts'

const Asset = Type.Object({ name: text, asset_type: Type.Integer() })

export const assetEvents = {
  'asset.created': event('space', 'A file was added, by upload or as a result.', Asset),
  'asset.processed': event(
    'space',
    'An uploaded or fetched file was inspected. `status` 4: done; 3: without a thumbnail; 2: failed. Results of tasks need no inspection.',
    Type.Object({ name: text, asset_type: Type.Integer(), status: Type.Integer() }),
  ),
  'asset.updated': event(
    'space',
    'A file was renamed or moved to another folder.',
    change(Type.Object({ name: text, folder_id: Nullable(uuid) })),
  ),
  'asset.deleted': event('space', 'A file was deleted.', Type.Object({ name: text })),
  'asset_folder.created': event(
    'space',
    'A folder was created.',
    Type.Object({ name: text, parent_id: Nullable(uuid) }),
  ),
  'asset_folder.updated': event('space', 'A folder was renamed or moved.', change(AssetFolder)),
  'asset_folder.deleted': event(
    'space',
    'A folder was deleted. Its files and folders moved to `before.parent_id`.',
    before(AssetFolder),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof assetEvents> {}
}
