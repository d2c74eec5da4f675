import { writeFile } from 'node:fs/promises'
import type { EngineTools } from '../declare-engine.ts'
import type { Device } from '../device/probe-device.ts'
import { type CutOutInput, cutOutSubject } from './cut-out-subject.ts'
import type { Models } from './segment.ts'

export interface BackgroundRequest extends Omit<CutOutInput, 'image'> {
  imagePath: string
  outputPath: string
  models: Models
  threads?: number
  device?: Device
}

/** Background removal for the child process: reads a file, writes a file, returns the metadata. */
export async function run(request: BackgroundRequest, { onProgress }: EngineTools) {
  const { imagePath, outputPath, models, threads, device, ...input } = request
  const options = { models, threads, device, onProgress }
  const { bytes, ...facts } = await cutOutSubject({ ...input, image: imagePath }, options)
  await writeFile(outputPath, bytes)
  return { ...facts, bytes: bytes.length }
}
