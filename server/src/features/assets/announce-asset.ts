import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import type { AssetRow } from './queries.ts'

export async function announceAsset(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: Actor,
  { id, name, asset_type, space_id }: AssetRow,
): Promise<void> {
  await publish(tx, actor, {
    type: 'asset.created',
    object: { type: 'asset', id },
    data: { name, asset_type },
    spaceId: space_id,
    at: clock(),
  })
}
