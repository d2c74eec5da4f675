import { join } from 'node:path'
import { imageTool } from './image-tool.ts'
import type { UpscaleBody } from './schemas.ts'

/** Enlarges an image by resampling. This adds no detail, and the result says so. */
export const upscaleImage = imageTool<UpscaleBody>({
  name: 'upscale',
  resultName: 'upscaled',
  sources: ['image_url'],
  make: async ({ engines }, { input, files, folder, follow }) => {
    const made = await engines.edit(
      {
        tool: 'upscale',
        imagePath: files.image_url,
        factor: input.factor ?? 2,
        format: input.output_format ?? 'png',
        outputPath: join(folder, 'result'),
      },
      follow,
    )
    // Responses must not reveal our paths.
    const { path: _, ...facts } = made
    return { ...facts, images: [made], engine: { ...made.engine, prompt_applied: false } }
  },
})
