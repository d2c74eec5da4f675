import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { readConfig } from '@atelier/server/config.ts'
import { openModels } from '@atelier/server/deps.ts'
import { chooseDevice } from '@atelier/server/engines/device/probe-device.ts'
import { createLogger } from '@atelier/server/platform/logger.ts'
import type { ModelFiles } from './devices/compare.ts'

/** Every model that can use a GPU, on the CPU and on the GPU, in one run. */
export async function devices(): Promise<void> {
  const config = readConfig()
  const { device, reason } = await chooseDevice(config.device)
  if (device === 'cpu') return console.log(`Only the CPU can be used: ${reason}.`)
  const store = openModels(config, createLogger({ ...config, logLevel: 'error' }))
  const upscaler = (file: string) => store.path('esrgan', { file })
  const files: ModelFiles = {
    isnet: await store.path('isnet'),
    u2netp: await store.path('u2netp'),
    detection: await store.path('pp-ocr', { file: 'detection.onnx' }),
    recognition: await store.path('pp-ocr', { file: 'recognition.onnx' }),
    retinaface: await store.path('retinaface'),
    upscaler: { layers: await upscaler('esrgan.json'), weights: await upscaler('esrgan.bin') },
  }
  const script = join(import.meta.dirname, 'devices/compare.ts')
  const args = [script, device, JSON.stringify(files)]
  await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
}
