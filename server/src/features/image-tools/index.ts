import type { Feature } from '../feature.ts'
import { blurBackground } from './blur-background.ts'
import { blurFaces } from './blur-faces.ts'
import { convertFormat } from './convert-format.ts'
import { findFaces } from './find-faces.ts'
import { fillImage, outpaintImage } from './outpaint-image.ts'
import { readText } from './read-text.ts'
import { removeBackgroundTool } from './remove-background.ts'
import { replaceBackground } from './replace-background.ts'
import { restoreImage } from './restore-image.ts'
import { imageToolRoutes } from './routes.ts'
import { smartCrop } from './smart-crop.ts'
import { upscaleImage } from './upscale-image.ts'

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
