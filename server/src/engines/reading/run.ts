import type { EngineTools } from '../declare-engine.ts'
import type { Device } from '../device/probe-device.ts'
import { type ReadingModels, readText } from './read-text.ts'

export interface ReadingRequest {
  imagePath: string
  models: ReadingModels
  threads?: number
  device?: Device
}

/** Text recognition for the child process: reads a file, returns its lines. */
export async function run(request: ReadingRequest, { onProgress }: EngineTools) {
  const { imagePath, models, threads = 2, device = 'cpu' } = request
  const { device: used, ...read } = await readText(imagePath, {
    models,
    threads,
    device,
    onProgress,
  })
  return { ...read, engine: { name: 'PP-OCRv4', version: '4', device: used } }
}
