import { operation } from '../../http/operation.ts'
import { blurNow } from './blur-now.ts'
import { CutOutResult } from './result-schemas.ts'
import {
  BlurNowBody,
  BlurredImage,
  ConvertImageBody,
  ReplaceImageBody,
  RestoreImageBody,
  UpscaleImageBody,
} from './schemas.ts'
import { submitReplaceImage, submitTool } from './submit-tool.ts'
import { bodyLimitBytes, tool } from './tool-operation.ts'

const base = '/api/v1/service/image-tools'
const image_url = 'https://example.com/photo.jpg'

export const blurNowPath = `${base}/blur-background`

/** The tools under the names and fields that existing clients send; the work is the same. */
export function clientToolRoutes() {
  return [
    tool({
      id: 'convertImageFormat',
      name: 'convert-image-format',
      path: `${base}/convert-image-format`,
      summary: 'Convert an image, with the names of existing clients',
      body: ConvertImageBody,
      example: { image_url, output_format: 'jpg' },
      submit: (deps, actor, { output_format, ...body }) => {
        const format = output_format === 'jpg' ? 'jpeg' : output_format
        return submitTool(deps, actor, 'convert-format', { ...body, output_format: format })
      },
    }),
    tool({
      id: 'restoreImage',
      name: 'restore-image',
      path: `${base}/restore-image`,
      summary: 'Clean up an old or noisy photo',
      description:
        'Reduces noise and compression blocks, raises faded contrast, sharpens and enlarges. No model is involved: scratches and missing parts stay, and the result says so.',
      body: RestoreImageBody,
      example: { image_url, scale: 2 },
      submit: (deps, actor, body) => submitTool(deps, actor, 'restore-image', body),
    }),
    tool({
      id: 'upscaleImageByScale',
      name: 'upscale-image',
      path: `${base}/upscale-image`,
      summary: 'Enlarge an image, with the names of existing clients',
      body: UpscaleImageBody,
      example: { image_url, scale: 2 },
      submit: (deps, actor, { scale, ...body }) =>
        submitTool(deps, actor, 'upscale', { ...body, factor: scale }),
    }),
    tool({
      id: 'replaceImage',
      name: 'replace-image',
      path: `${base}/replace-image`,
      summary: 'Replace the background, with the names of existing clients',
      body: ReplaceImageBody,
      result: CutOutResult,
      pictures: 2,
      example: { image_url, replace_type: 'color', replace_color: '#f4efe6' },
      submit: submitReplaceImage,
    }),
    operation({
      id: 'blurBackgroundNow',
      method: 'POST',
      path: blurNowPath,
      tag: 'Image tools',
      summary: 'Blur the background and wait for the result',
      description:
        'Waits up to a minute and returns the URL of the result. After that, the response is a 202 with the `task_id` to poll.',
      permission: 'tools:write',
      bodyLimitBytes,
      body: BlurNowBody,
      isPending: ({ image_url }) => image_url === undefined,
      reply: BlurredImage,
      callsOutside: true,
      problems: ['image_tool_failed'],
      example: {
        body: { image_url, blur_value: 24 },
        reply: {
          image_url: 'http://localhost:4600/files/sha256/ab/cd…?expires=1794787200&signature=…',
          task_id: '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64',
        },
      },
      handle: (deps, { actor, body, leaving }) => blurNow(deps, actor, body, leaving()),
    }),
  ]
}
