import type { Feature } from '../feature.ts'
import { blurBackground, removeBackgroundTool, replaceBackground } from './edit-background.ts'
import { convertFormat, restoreImage, upscaleImage } from './edit-image.ts'
import { blurFaces, findFaces, readText } from './look-at-image.ts'
import { fillImage, outpaintImage } from './outpaint-image.ts'
import { imageToolRoutes } from './routes.ts'
import { smartCrop } from './smart-crop.ts'

export const imageTools: Feature = {
  name: 'image-tools',
  tags: {
    'Image tools': 'Cut out, extend, fill, enlarge and convert images. Each call starts a task.',
  },
  operations: imageToolRoutes,
  tasks: [
    removeBackgroundTool,
    outpaintImage,
    fillImage,
    replaceBackground,
    blurBackground,
    upscaleImage,
    convertFormat,
    restoreImage,
    readText,
    findFaces,
    blurFaces,
    smartCrop,
  ],
}
