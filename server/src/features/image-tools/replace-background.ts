import { editBehindSubject } from './cut-out.ts'
import { imageTool } from './image-tool.ts'
import type { ReplaceBackgroundBody } from './schemas.ts'

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
