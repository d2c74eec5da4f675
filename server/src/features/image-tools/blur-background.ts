import { editBehindSubject } from './cut-out.ts'
import { imageTool } from './image-tool.ts'
import type { BlurBackgroundBody } from './schemas.ts'

/** Blurs what is behind the subject, as a lens with a wide aperture would. */
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
