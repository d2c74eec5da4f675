import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { Nullable, named, Time } from '../../http/schemas.ts'

/** Existing clients use these numbers. */
export const assetTypes = { image: 0, video: 2, giphy: 4, font: 6, audio: 8, pdf: 17 } as const

export const assetStatus = {
  created: 0,
  processing: 1,
  processingFailed: 2,
  thumbnailFailed: 3,
  done: 4,
} as const

/** Declares its type, so that a number in a query is parsed as one. */
export const AssetType = named(
  'AssetType',
  Type.Unsafe<(typeof assetTypes)[keyof typeof assetTypes]>({
    type: 'integer',
    enum: Object.values(assetTypes),
    'x-enum-varnames': Object.keys(assetTypes),
    description: '0 image, 2 video, 4 giphy, 6 font, 8 audio, 17 pdf',
  }),
)

const AssetStatus = named(
  'AssetStatus',
  Type.Unsafe<(typeof assetStatus)[keyof typeof assetStatus]>({
    type: 'integer',
    enum: Object.values(assetStatus),
    'x-enum-varnames': Object.keys(assetStatus),
    description: '0 created, 1 processing, 2 processing failed, 3 thumbnail failed, 4 done',
  }),
)

const nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  type: T,
) => Type.Union([type, Type.Null()])

export const Asset = named(
  'Asset',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    status: AssetStatus,
    asset_type: AssetType,
    name: Type.String(),
    file_url: nullable(
      Type.String({ description: 'Signed URL, valid for a day. The id never changes.' }),
    ),
    thumbnail: nullable(Type.String()),
    content_type: nullable(Type.String()),
    bytes: nullable(Type.Integer()),
    width: nullable(Type.Integer()),
    height: nullable(Type.Integer()),
    duration_ms: nullable(Type.Integer()),
    sha256: nullable(Type.String()),
    error: nullable(Type.String({ description: 'The error, for status 2 and 3.' })),
    payload: Type.Object({}, { additionalProperties: true }),
    folder_id: Nullable(
      Type.String({ format: 'uuid', description: 'Its folder. Null: the top level.' }),
    ),
    created_at: Time,
    expires_at: Type.Union([Time, Type.Null()]),
  }),
)

export type Asset = Static<typeof Asset>

/** Instead of a folder's id, in a list: the assets that are in no folder. */
export const topLevel = 'root'

const NewFolderId = Type.Optional(
  Type.Union([
    Type.String({ format: 'uuid', description: 'The folder for the file.' }),
    Type.Null(),
  ]),
)

const FileName = Type.String({ minLength: 1, maxLength: 255 })

export const SignBody = Type.Object({
  filename: FileName,
  folder_id: NewFolderId,
  filetype: Type.String({
    minLength: 3,
    maxLength: 127,
    description: 'Media type, such as image/png.',
  }),
  resource: Type.Optional(Type.String({ maxLength: 100 })),
  resource_id: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 100 }),
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    ]),
  ),
})

export type SignBody = Static<typeof SignBody>

export const SignedUpload = named(
  'SignedUpload',
  Type.Object({
    resource_id: Type.String(),
    signed: Type.String({ description: 'PUT the bytes here within an hour.' }),
    asset: Type.String({ format: 'uuid', description: 'The id to register the file with.' }),
    asset_url: Type.String(),
    asset_key: Type.String(),
    asset_type: AssetType,
    bucket_name: Type.String(),
  }),
)

export const RegisterBody = Type.Object({
  id: Type.Union(
    [
      Type.String({ minLength: 1, maxLength: 100 }),
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    ],
    {
      description: '`asset` or `resource_id` of the signed upload.',
    },
  ),
  asset_type: Type.Optional(AssetType),
  asset_key: Type.Optional(Type.String({ maxLength: 500 })),
  asset_name: Type.Optional(FileName),
  asset_url: Type.Optional(Type.String({ maxLength: 4000 })),
  thumbnail: Type.Optional(Type.Union([Type.String({ maxLength: 4000 }), Type.Null()])),
  bucket_name: Type.Optional(Type.String({ maxLength: 200 })),
  payload: Type.Optional(Type.Object({}, { additionalProperties: true })),
})

export type RegisterBody = Static<typeof RegisterBody>

export const FromUrlBody = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 4000 }),
  asset_type: Type.Optional(AssetType),
  name: Type.Optional(FileName),
  folder_id: NewFolderId,
})

export type FromUrlBody = Static<typeof FromUrlBody>

export const UpdateAssetBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
})

export type UpdateAssetBody = Static<typeof UpdateAssetBody>

export const AssetListQuery = Type.Interface([PageQuery], {
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name.' })),
  asset_type: Type.Optional(AssetType),
  folder_id: Type.Optional(
    Type.String({
      pattern: `^(${topLevel}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$`,
      maxLength: 36,
      description: 'Only the assets in this folder; `root`: only those in no folder.',
    }),
  ),
})

export type AssetListQuery = Static<typeof AssetListQuery>
