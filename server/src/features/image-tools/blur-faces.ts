import { join } from 'node:path'
import { imageTool } from './image-tool.ts'
import type { BlurFacesBody } from './schemas.ts'

const noFace =
  'No face was found, so nothing was hidden. Check the image before you publish it: faces from behind, in shadow or upside down are missed.'

/** Makes the faces in an image unrecognisable. */
export const blurFaces = imageTool<BlurFacesBody>({
  name: 'blur-faces',
  resultName: 'faces-blurred',
  sources: ['image_url'],
  make: async ({ engines }, { input, files, folder, follow }) => {
    const path = join(folder, 'result')
    const format = input.output_format ?? 'png'
    const made = await engines.findFaces(
      {
        imagePath: files.image_url,
        hide: { style: input.style ?? 'blur', format, outputPath: path },
      },
      follow,
    )
    const { faces, width, height, engine, warnings, timings } = made
    return {
      images: [{ path, width, height, contentType: `image/${format}` }],
      engine: { ...engine, prompt_applied: false },
      warnings: faces.length === 0 ? [...warnings, noFace] : warnings,
      timings,
      more: { faces },
    }
  },
})
