import { type Static, Type } from 'typebox'
import { Reference, Uuid } from '../common-schemas.ts'

export const AttachBody = Type.Object({
  asset_id: Type.Optional(Uuid),
  asset_key: Type.Optional(
    Type.String({ maxLength: 500, description: '`asset_key` of a completed signed upload.' }),
  ),
})

export type AttachBody = Static<typeof AttachBody>

export const AttachmentParams = Type.Object({ task_id: Reference, asset_id: Uuid })
