import { type Static, Type } from 'typebox'
import { Nullable, named, Time } from '../../http/schemas.ts'

const FolderId = Type.String({ format: 'uuid' })
const FolderName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const ParentId = Nullable(
  Type.String({ format: 'uuid', description: 'The folder that contains it. Null: the top level.' }),
)

/** More would not fit one screen or one request. */
export const maxMovedAssets = 100

export const AssetFolder = named(
  'AssetFolder',
  Type.Object({
    id: FolderId,
    name: Type.String(),
    parent_id: ParentId,
    created_at: Time,
    updated_at: Time,
  }),
)

export type AssetFolder = Static<typeof AssetFolder>

export const CreateFolderBody = Type.Object({
  name: FolderName,
  parent_id: Type.Optional(ParentId),
})

export type CreateFolderBody = Static<typeof CreateFolderBody>

export const UpdateFolderBody = Type.Object({
  name: Type.Optional(FolderName),
  parent_id: Type.Optional(ParentId),
})

export type UpdateFolderBody = Static<typeof UpdateFolderBody>

export const MoveAssetsBody = Type.Object({
  asset_ids: Type.Array(Type.String({ format: 'uuid' }), {
    minItems: 1,
    maxItems: maxMovedAssets,
    uniqueItems: true,
  }),
  folder_id: Nullable(
    Type.String({ format: 'uuid', description: 'The target folder. Null: the top level.' }),
  ),
})

export type MoveAssetsBody = Static<typeof MoveAssetsBody>

export const MoveAssetsReply = named(
  'MoveAssetsReply',
  Type.Object({
    changed: Type.Integer({ description: 'The assets that were not in the folder before.' }),
  }),
)
