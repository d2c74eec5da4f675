import { join } from 'node:path'
import { imageReader, imageTool } from './image-tool.ts'
import type { BlurFacesBody, LookBody } from './schemas.ts'

/** Reads the text of an image. */
export const readText = imageReader<LookBody>({
  name: 'read-text',
  read: async ({ engines }, { files, follow }) => {
    const { lines, ...facts } = await engines.readText({ imagePath: files.image_url }, follow)
    return { text: lines.map(({ text }) => text).join('\n'), lines, ...facts }
  },
})

/** Finds the faces in an image. */
export const findFaces = imageReader<LookBody>({
  name: 'find-faces',
  read: async ({ engines }, { files, follow }) => {
    const { faces, ...facts } = await engines.findFaces({ imagePath: files.image_url }, follow)
    return { count: faces.length, faces, ...facts }
  },
})

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
