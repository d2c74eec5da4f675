import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { Edit, EditingRequest } from '../../engines/editing/run.ts'
import { imageTool, type ToolOutput, type ToolWork } from './image-tool.ts'
import type { ConvertFormatBody, RestoreImageBody, UpscaleBody } from './schemas.ts'

/** Converts an image to another format: upright, in sRGB, without metadata. */
export const convertFormat = imageTool<ConvertFormatBody>({
  name: 'convert-format',
  resultName: 'converted',
  sources: ['image_url'],
  make: (deps, work) => {
    const { input, files } = work
    return editImage(deps, work, {
      tool: 'convert-format',
      imagePath: files.image_url,
      format: input.output_format,
      ...(input.quality !== undefined && { quality: input.quality }),
      ...(input.background_color !== undefined && { background: input.background_color }),
    })
  },
})

/** Cleans up and enlarges a photo without inventing detail. */
export const restoreImage = imageTool<RestoreImageBody>({
  name: 'restore-image',
  resultName: 'restored',
  sources: ['image_url'],
  make: (deps, work) => {
    const { input, files } = work
    const scale = input.scale ?? 1
    return editImage(deps, work, {
      tool: 'restore',
      imagePath: files.image_url,
      scale,
      format: 'png',
    })
  },
})

/** Enlarges an image with a model, or by resampling, and says which. */
export const upscaleImage = imageTool<UpscaleBody>({
  name: 'upscale',
  resultName: 'upscaled',
  sources: ['image_url'],
  make: async ({ engines }, { input, files, folder, follow }) => {
    const made = await engines.upscale(
      {
        imagePath: files.image_url,
        factor: input.factor ?? 2,
        method: input.method ?? 'auto',
        format: input.output_format ?? 'png',
        outputPath: join(folder, 'result'),
      },
      follow,
    )
    const { engine, warnings, timings } = made
    return { images: [made], engine: { ...engine, prompt_applied: false }, warnings, timings }
  },
})

async function editImage(
  { engines }: Deps,
  { folder, follow }: ToolWork<object>,
  edit: Edit & Pick<EditingRequest, 'format'>,
): Promise<ToolOutput> {
  const made = await engines.edit({ ...edit, outputPath: join(folder, 'result') }, follow)
  // Responses must not reveal our paths.
  const { path: _, ...facts } = made
  return { ...facts, images: [made], engine: { ...made.engine, prompt_applied: false } }
}
