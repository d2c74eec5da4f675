import { type Static, Type } from 'typebox'

const ImageSource = Type.String({
  minLength: 1,
  // A data: URL of 30 MB, in base64.
  maxLength: 42_000_000,
  description: 'http(s) or data: URL, or the id of an asset of this workspace.',
})

/** What every image tool takes beside its own fields. */
const common = {
  storage: Type.Optional(
    Type.Enum(['asset', 'transient'], {
      default: 'asset',
      description: 'Keep the result as an asset, or for a day only.',
    }),
  ),
  webhook_url: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Called, signed, when the task has ended.' }),
  ),
}

const HexColor = Type.String({
  pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$',
  description: '#rgb, #rrggbb or #rrggbbaa',
})

export const RemoveBackgroundBody = Type.Object({
  image_url: ImageSource,
  magic_crop: Type.Optional(
    Type.Boolean({ description: 'Crop to the bounding box of the subject.' }),
  ),
  background_color: Type.Optional(HexColor),
  output_format: Type.Optional(Type.Enum(['png', 'jpeg'], { default: 'png' })),
  ...common,
})

export type RemoveBackgroundBody = Static<typeof RemoveBackgroundBody>

const Pixels = Type.Integer({ minimum: 0, maximum: 20_000 })

export const OutpaintBody = Type.Object({
  image_url: ImageSource,
  mask_url: Type.Optional(ImageSource),
  extend: Type.Optional(
    Type.Object({
      left: Type.Optional(Pixels),
      right: Type.Optional(Pixels),
      top: Type.Optional(Pixels),
      bottom: Type.Optional(Pixels),
    }),
  ),
  aspect_ratio: Type.Optional(Type.String({ pattern: '^\\d{1,5}(\\.\\d+)?:\\d{1,5}(\\.\\d+)?$' })),
  position: Type.Optional(Type.Object({ x: Type.Integer(), y: Type.Integer() })),
  prompt: Type.String({ minLength: 1, maxLength: 4000 }),
  negative_prompt: Type.Optional(Type.String({ maxLength: 4000 })),
  guidance_scale: Type.Optional(Type.Number({ minimum: 0, maximum: 30, default: 7.5 })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 8, default: 4 })),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295 })),
  ...common,
})

export type OutpaintBody = Static<typeof OutpaintBody>
