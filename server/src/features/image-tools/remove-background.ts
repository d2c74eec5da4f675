import { join } from 'node:path'
import { imageTool } from './image-tool.ts'
import type { RemoveBackgroundBody } from './schemas.ts'

/** Cuts the subject out of an image with the embedded models, in a separate process. */
export const removeBackgroundTool = imageTool<RemoveBackgroundBody>({
  name: 'remove-background',
  resultName: 'background-removed',
  sources: ['image_url'],
  make: async ({ engines }, { input, files, folder, follow }) => {
    const outputPath = join(folder, 'result')
    const made = await engines.removeBackground(
      {
        imagePath: files.image_url,
        outputPath,
        magicCrop: input.magic_crop === true,
        backgroundColor: input.background_color,
        outputFormat: input.output_format ?? 'png',
        refine: input.refine,
      },
      follow,
    )
    return {
      images: [{ ...made, path: outputPath }],
      engine: { ...made.engine, prompt_applied: false },
      warnings: made.warnings,
      timings: made.timings,
      more: { foreground: made.foreground, alpha_coverage: made.alphaCoverage },
    }
  },
})
