import { join } from 'node:path'
import { imageTool } from './image-tool.ts'
import type { ConvertFormatBody } from './schemas.ts'

/** Converts an image to another format: upright, in sRGB, without metadata. */
export const convertFormat = imageTool<ConvertFormatBody>({
  name: 'convert-format',
  resultName: 'converted',
  sources: ['image_url'],
  make: async ({ engines }, { input, files, folder, follow }) => {
    const made = await engines.edit(
      {
        tool: 'convert-format',
        imagePath: files.image_url,
        format: input.output_format,
        outputPath: join(folder, 'result'),
        ...(input.quality !== undefined && { quality: input.quality }),
        ...(input.background_color !== undefined && { background: input.background_color }),
      },
      follow,
    )
    // Responses must not reveal our paths.
    const { path: _, ...facts } = made
    return { ...facts, images: [made], engine: { ...made.engine, prompt_applied: false } }
  },
})
