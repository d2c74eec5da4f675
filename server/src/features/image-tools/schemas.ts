import { type Static, Type } from 'typebox'
import { maxSeed } from '../../engines/outpainting/variations.ts'
import { named } from '../../http/schemas.ts'
import { toolOptions } from '../tasks/schemas.ts'

const ImageSource = Type.String({
  minLength: 1,
  // A data: URL of 30 MB in base64.
  maxLength: 42_000_000,
  description: 'http(s) or data: URL, or the id of an asset of this workspace.',
})

const imageOptions = {
  ...toolOptions,
  checks: Type.Optional(
    Type.Array(Type.Enum(['faces', 'text']), {
      uniqueItems: true,
      maxItems: 2,
      description:
        'Also look for faces or text in each result. Takes seconds; see `checks` of the result.',
    }),
  ),
}

const HexColor = Type.String({
  maxLength: 9,
  pattern: '^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$',
  description: '#rgb, #rrggbb or #rrggbbaa; the # may be missing.',
})

const Stroke = named(
  'Stroke',
  Type.Object({
    points: Type.Array(
      Type.Unsafe<[number, number]>({
        type: 'array',
        items: { type: 'number', minimum: -100_000, maximum: 100_000 },
        minItems: 2,
        maxItems: 2,
      }),
      {
        minItems: 1,
        maxItems: 500,
        description: 'Points `[x, y]` in pixels of the upright image. One point is a dot.',
      },
    ),
    width: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 10_000,
        description: 'Diameter of the brush in pixels. Defaults to 2 % of the longest side.',
      }),
    ),
  }),
)

const Strokes = Type.Array(Stroke, { maxItems: 50 })

/** Tools that cut out the subject accept corrections by brush. */
const refinement = {
  refine: Type.Optional(
    Type.Object(
      { keep: Type.Optional(Strokes), remove: Type.Optional(Strokes) },
      {
        description:
          'Brush strokes that correct the cut-out. Each one also corrects the connected area with similar colours around it. Where strokes cross, `remove` wins.',
      },
    ),
  ),
}

export const RemoveBackgroundBody = Type.Object({
  image_url: ImageSource,
  magic_crop: Type.Optional(
    Type.Boolean({ description: 'Crop to the bounding box of the subject.' }),
  ),
  background_color: Type.Optional(HexColor),
  output_format: Type.Optional(Type.Enum(['png', 'jpeg'], { default: 'png' })),
  ...refinement,
  ...imageOptions,
})

export type RemoveBackgroundBody = Static<typeof RemoveBackgroundBody>

const Prompt = Type.String({ minLength: 1, maxLength: 4000 })

/** For engines that use prompts. The embedded engine uses only count and seed, and says so. */
const generation = {
  negative_prompt: Type.Optional(Type.String({ maxLength: 4000 })),
  guidance_scale: Type.Optional(Type.Number({ minimum: 0, maximum: 30, default: 7.5 })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 8, default: 4 })),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: maxSeed })),
}

/** The offset of the image in its mask. */
const Offset = Type.Integer({ minimum: -100_000, maximum: 100_000 })
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
  aspect_ratio: Type.Optional(
    Type.String({
      pattern: '^\\d{1,5}(\\.\\d+)?:\\d{1,5}(\\.\\d+)?$',
      maxLength: 40,
      examples: ['16:9'],
    }),
  ),
  position: Type.Optional(Type.Object({ x: Offset, y: Offset })),
  prompt: Prompt,
  ...generation,
  ...imageOptions,
})

export type OutpaintBody = Static<typeof OutpaintBody>

export const FillBody = Type.Object({
  image_url: ImageSource,
  mask_url: Type.Optional(ImageSource),
  mask_base64: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 42_000_000,
      description: 'Instead of `mask_url`: the bytes of the mask in base64.',
    }),
  ),
  prompt: Type.Optional(Prompt),
  ...generation,
  ...imageOptions,
})

export type FillBody = Static<typeof FillBody>

const OutputFormat = Type.Enum(['png', 'jpeg', 'webp'], { default: 'png' })

export const ReplaceBackgroundBody = Type.Object({
  image_url: ImageSource,
  background_color: Type.Optional(HexColor),
  background_url: Type.Optional(ImageSource),
  output_format: Type.Optional(OutputFormat),
  ...refinement,
  ...imageOptions,
})

export type ReplaceBackgroundBody = Static<typeof ReplaceBackgroundBody>

/** Names and values of existing clients. */
export const ConvertImageBody = Type.Object({
  image_url: ImageSource,
  output_format: Type.Enum(['jpeg', 'jpg', 'png', 'webp', 'bmp'], { default: 'jpg' }),
  ...imageOptions,
})

const UpscaleMethod = Type.Enum(['auto', 'model', 'resample'], {
  default: 'auto',
  description: 'auto: the model, but resampling above 3 megapixels.',
})

export const UpscaleImageBody = Type.Object({
  image_url: ImageSource,
  scale: Type.Unsafe<2 | 4 | 8>({ type: 'integer', enum: [2, 4, 8], default: 2 }),
  method: Type.Optional(UpscaleMethod),
  ...imageOptions,
})

export const RestoreImageBody = Type.Object({
  image_url: ImageSource,
  scale: Type.Optional(
    Type.Number({ minimum: 1, maximum: 4, default: 1, description: 'Also enlarges the image.' }),
  ),
  ...imageOptions,
})

export type RestoreImageBody = Static<typeof RestoreImageBody>

export const ReplaceImageBody = Type.Object({
  image_url: ImageSource,
  replace_type: Type.Enum(['transparent', 'color', 'image'], { default: 'transparent' }),
  replace_color: Type.Optional(HexColor),
  replace_image: Type.Optional(ImageSource),
  ...imageOptions,
})

export type ReplaceImageBody = Static<typeof ReplaceImageBody>

export const BlurNowBody = Type.Object({
  image_url: ImageSource,
  blur_value: Type.Optional(
    Type.Number({ minimum: 1, maximum: 100, description: 'Radius in pixels. Same as `radius`.' }),
  ),
  radius: Type.Optional(Type.Number({ minimum: 1, maximum: 250, default: 20 })),
  output_format: Type.Optional(Type.Enum(['png', 'jpeg', 'webp'], { default: 'png' })),
  ...imageOptions,
})

export type BlurNowBody = Static<typeof BlurNowBody>

export const BlurredImage = named(
  'BlurredImage',
  Type.Object({
    image_url: Type.Optional(Type.String({ description: 'The result. Missing with status 202.' })),
    task_id: Type.String({ format: 'uuid' }),
  }),
)

export const BlurBackgroundBody = Type.Object({
  image_url: ImageSource,
  radius: Type.Optional(
    Type.Number({ minimum: 1, maximum: 250, default: 20, description: 'In pixels.' }),
  ),
  output_format: Type.Optional(OutputFormat),
  ...refinement,
  ...imageOptions,
})

export type BlurBackgroundBody = Static<typeof BlurBackgroundBody>

export const UpscaleBody = Type.Object({
  image_url: ImageSource,
  factor: Type.Optional(Type.Number({ minimum: 2, maximum: 8, default: 2 })),
  method: Type.Optional(UpscaleMethod),
  output_format: Type.Optional(OutputFormat),
  ...imageOptions,
})

export type UpscaleBody = Static<typeof UpscaleBody>

export const ConvertFormatBody = Type.Object({
  image_url: ImageSource,
  output_format: Type.Enum(['png', 'jpeg', 'webp', 'avif', 'bmp']),
  quality: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  background_color: Type.Optional(HexColor),
  ...imageOptions,
})

export type ConvertFormatBody = Static<typeof ConvertFormatBody>

/** For tools that only look at an image. */
export const LookBody = Type.Object({
  image_url: ImageSource,
  webhook_url: toolOptions.webhook_url,
})

export type LookBody = Static<typeof LookBody>

export const BlurFacesBody = Type.Object({
  image_url: ImageSource,
  style: Type.Optional(Type.Enum(['blur', 'pixelate'], { default: 'blur' })),
  output_format: Type.Optional(OutputFormat),
  ...imageOptions,
})

export type BlurFacesBody = Static<typeof BlurFacesBody>

export const SmartCropBody = Type.Object({
  image_url: ImageSource,
  aspect_ratio: Type.String({
    // Neither side may be zero.
    pattern: '^(?!0+(\\.0+)?:)\\d{1,5}(\\.\\d+)?:(?!0+(\\.0+)?$)\\d{1,5}(\\.\\d+)?$',
    maxLength: 40,
    description: 'Width to height, such as 4:5.',
    examples: ['4:5'],
  }),
  focus: Type.Optional(
    Type.Enum(['auto', 'faces', 'subject'], {
      default: 'auto',
      description: 'auto: faces if there are any, otherwise the subject.',
    }),
  ),
  output_format: Type.Optional(OutputFormat),
  ...imageOptions,
})

export type SmartCropBody = Static<typeof SmartCropBody>
