import { editBehindSubject } from './cut-out.ts'
import { imageTool } from './image-tool.ts'
import type { BlurBackgroundBody } from './schemas.ts'

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
