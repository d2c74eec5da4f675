import { join } from 'node:path'
import { imageTool } from './image-tool.ts'
import type { RestoreImageBody } from './schemas.ts'

/** Cleans up and enlarges a photo without inventing detail. */
export const restoreImage = imageTool<RestoreImageBody>({
  name: 'restore-image',
  resultName: 'restored',
  sources: ['image_url'],
  make: async ({ engines }, { input, files, folder, follow }) => {
    const made = await engines.edit(
      {
        ...{ tool: 'restore', imagePath: files.image_url, scale: input.scale ?? 1 },
        ...{ format: 'png', outputPath: join(folder, 'result') },
      },
      follow,
    )
    // Responses must not reveal our paths.
    const { path: _, ...facts } = made
    return { ...facts, images: [made], engine: { ...made.engine, prompt_applied: false } }
  },
})
