import { imageReader } from './image-tool.ts'
import type { LookBody } from './schemas.ts'

/** Finds the faces in an image. */
export const findFaces = imageReader<LookBody>({
  name: 'find-faces',
  read: async ({ engines }, { files, follow }) => {
    const { faces, ...facts } = await engines.findFaces({ imagePath: files.image_url }, follow)
    return { count: faces.length, faces, ...facts }
  },
})
