import { join } from 'node:path'
import { editBehindSubject } from './cut-out.ts'
import { imageTool } from './image-tool.ts'
import type { BlurBackgroundBody, RemoveBackgroundBody, ReplaceBackgroundBody } from './schemas.ts'

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

/** Replaces the background with a colour or another image. */
export const replaceBackground = imageTool<ReplaceBackgroundBody>({
  name: 'replace-background',
  resultName: 'background-replaced',
  sources: ['image_url', 'background_url'],
  make: (deps, work) => {
    const { input, files } = work
    return editBehindSubject(deps, work, input.output_format ?? 'png', (cutOutPath) => ({
      tool: 'replace-background',
      cutOutPath,
      ...(input.background_color !== undefined && { colour: input.background_color }),
      ...(files.background_url !== undefined && { backgroundPath: files.background_url }),
    }))
  },
})

/** Blurs the background like a lens with a wide aperture. */
export const blurBackground = imageTool<BlurBackgroundBody>({
  name: 'blur-background',
  resultName: 'background-blurred',
  sources: ['image_url'],
  make: (deps, work) => {
    const { input, files } = work
    return editBehindSubject(deps, work, input.output_format ?? 'png', (cutOutPath) => ({
      tool: 'blur-background',
      imagePath: files.image_url,
      cutOutPath,
      radiusPixels: input.radius ?? 20,
    }))
  },
})
