import { join } from 'node:path'
import { imageTool } from './image-tool.ts'
import type { UpscaleBody } from './schemas.ts'

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
