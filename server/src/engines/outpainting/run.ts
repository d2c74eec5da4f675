import { readFile, writeFile } from 'node:fs/promises'
import type { EngineTools } from '../engine-registry.ts'
import { outpaint } from './outpaint.ts'
import type { OutpaintJob } from './outpaint-job.ts'

export interface OutpaintingJob extends Omit<OutpaintJob, 'image' | 'mask'> {
  imagePath: string
  maskPath?: string
  /** The results are written to <outputPath>-0, <outputPath>-1, … */
  outputPath: string
  models: { migan: string }
  threads?: number
}

/** Outpainting for the child process: files in, files out, the facts as the answer. */
export async function run(job: OutpaintingJob, { onProgress }: EngineTools) {
  const { imagePath, maskPath, outputPath, models, threads = 2, ...rest } = job
  const image = await readFile(imagePath)
  const mask = maskPath && (await readFile(maskPath))
  const outcome = await outpaint(
    { ...rest, image, ...(mask && { mask }) },
    { models, threads, onProgress },
  )
  const results = []
  for (const [index, { bytes, ...facts }] of outcome.results.entries()) {
    const path = `${outputPath}-${index}`
    await writeFile(path, bytes)
    results.push({ ...facts, path })
  }
  return { ...outcome, results }
}
