import { imageReader } from './image-tool.ts'
import type { LookBody } from './schemas.ts'

/** Reads the text of an image. */
export const readText = imageReader<LookBody>({
  name: 'read-text',
  read: async ({ engines }, { files, follow }) => {
    const { lines, ...facts } = await engines.readText({ imagePath: files.image_url }, follow)
    return { text: lines.map(({ text }) => text).join('\n'), lines, ...facts }
  },
})
