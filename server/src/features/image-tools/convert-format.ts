import { join } from 'node:path'
import { imageTool } from './image-tool.ts'
import type { ConvertFormatBody } from './schemas.ts'

/** Writes a picture in another format: upright, in sRGB, without its metadata. */
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
    // A path of ours is nobody's business.
    const { path: _, ...facts } = made
    return { ...facts, images: [made], engine: { ...made.engine, prompt_applied: false } }
  },
})
