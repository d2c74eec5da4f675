import { blurNowPath, clientToolRoutes } from './client-tool-routes.ts'
import { lookToolRoutes } from './look-tool-routes.ts'
import { CutOutResult } from './result-schemas.ts'
import {
  BlurBackgroundBody,
  ConvertFormatBody,
  FillBody,
  OutpaintBody,
  RemoveBackgroundBody,
  ReplaceBackgroundBody,
  UpscaleBody,
} from './schemas.ts'
import {
  submitFill,
  submitOutpainting,
  submitReplaceBackground,
  submitTool,
} from './submit-tool.ts'
import { tool } from './tool-operation.ts'

const exampleImage = { image_url: 'https://example.com/photo.jpg' }
const exampleMask = { mask_url: 'https://example.com/mask.png' }

export function imageToolRoutes() {
  return [
    ...clientToolRoutes(),
    tool({
      id: 'removeBackground',
      name: 'remove-background',
      summary: 'Remove the background of an image',
      description:
        'If the cut-out misses a part or keeps too much, send the image again with `refine`: strokes over what to keep and what to remove.',
      body: RemoveBackgroundBody,
      result: CutOutResult,
      example: {
        ...exampleImage,
        magic_crop: true,
        refine: {
          keep: [
            {
              points: [
                [310, 120],
                [340, 180],
              ],
              width: 24,
            },
          ],
          remove: [{ points: [[90, 400]] }],
        },
      },
      submit: (deps, actor, body) => submitTool(deps, actor, 'remove-background', body),
    }),
    tool({
      id: 'outpaintImage',
      name: 'image-outpainting',
      summary: 'Extend an image beyond its borders',
      description:
        'White areas of the mask are generated; black areas stay bit for bit. A mask of one colour with transparent parts is read like OpenAI’s: transparent means generate. Instead of a mask, you can send `extend` in pixels, or `aspect_ratio`.',
      body: OutpaintBody,
      pictures: 2,
      example: { ...exampleImage, ...exampleMask, prompt: 'a quiet beach at dusk', count: 2 },
      submit: submitOutpainting,
    }),
    tool({
      id: 'fillImage',
      name: 'generative-fill',
      summary: 'Fill a region inside an image',
      description:
        'The mask must be as large as the image. White areas are generated; the rest stays bit for bit. The embedded engine continues the surroundings of the region, so it can also remove objects.',
      body: FillBody,
      pictures: 2,
      example: { ...exampleImage, ...exampleMask, prompt: 'an empty table', count: 2 },
      submit: submitFill,
    }),
    tool({
      id: 'replaceBackground',
      name: 'replace-background',
      summary: 'Replace the background of an image',
      description:
        'Takes either `background_color` or `background_url`. An image covers the whole area, centred.',
      body: ReplaceBackgroundBody,
      result: CutOutResult,
      pictures: 2,
      example: { ...exampleImage, background_color: '#f4efe6' },
      submit: submitReplaceBackground,
    }),
    tool({
      id: 'blurBackground',
      name: 'blur-background',
      without: blurNowPath,
      summary: 'Blur the background of an image',
      body: BlurBackgroundBody,
      result: CutOutResult,
      example: { ...exampleImage, radius: 24 },
      submit: (deps, actor, body) => submitTool(deps, actor, 'blur-background', body),
    }),
    tool({
      id: 'upscaleImage',
      name: 'upscale',
      summary: 'Enlarge an image',
      description:
        'A model reconstructs edges and texture; it takes about 27 CPU-seconds per megapixel at 2×. `method: resample` takes a second and adds no detail. `engine` says which was used.',
      body: UpscaleBody,
      example: { ...exampleImage, factor: 2 },
      submit: (deps, actor, body) => submitTool(deps, actor, 'upscale', body),
    }),
    tool({
      id: 'convertFormat',
      name: 'convert-format',
      summary: 'Convert an image to another format',
      description: 'The result is upright, in sRGB, and has no metadata of the original.',
      body: ConvertFormatBody,
      example: { ...exampleImage, output_format: 'webp', quality: 80 },
      submit: (deps, actor, body) => submitTool(deps, actor, 'convert-format', body),
    }),
    ...lookToolRoutes(),
  ]
}
