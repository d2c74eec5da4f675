import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { EngineTools } from '../declare-engine.ts'
import { decodeImage } from '../decode-image.ts'
import type { Device } from '../device/probe-device.ts'
import { encodePicture, type OutputFormat } from '../editing/encode-picture.ts'
import { type HidingStyle, hideFaces } from './blur-faces.ts'
import { findFaces } from './find-faces.ts'

export interface FacesRequest {
  imagePath: string
  /** Writes a copy of the image without recognisable faces. */
  hide?: { style: HidingStyle; format: OutputFormat; outputPath: string }
  models: { retinaface: string }
  threads?: number
  device?: Device
}

const engine = { name: 'retinaface', version: 'mnet.25-v2' }

/** Face detection for the child process. */
export async function run(request: FacesRequest, { onProgress }: EngineTools) {
  const { imagePath, models, threads = 2, device = 'cpu', hide } = request
  const startedAt = performance.now()
  onProgress(0, 'finding faces')
  const { warnings, ...image } = await decodeImage(imagePath, 'image_url')
  const faces = await findFaces(image, { model: models.retinaface, threads, device })
  const findMs = performance.now() - startedAt
  if (hide) {
    onProgress(60, 'hiding faces')
    const boxes = faces.map(({ box }) => box)
    const work = sharp(await hideFaces(image, boxes, hide.style), { raw: image })
    const flat = hide.format === 'jpeg' ? work.flatten({ background: '#ffffff' }) : work
    await writeFile(hide.outputPath, await encodePicture(flat, hide.format))
  }
  onProgress(100, 'done')
  const totalMs = performance.now() - startedAt
  const { width, height } = image
  return { faces, width, height, engine, warnings, timings: { findMs, totalMs } }
}
