import { readFile, writeFile } from 'node:fs/promises'
import type { OutpaintOutcome, OutpaintRequest } from './outpaint-request.ts'

/** A job for the child process, with file paths instead of contents. */
export interface RequestFiles extends Omit<OutpaintRequest, 'image' | 'mask'> {
  imagePath: string
  maskPath?: string
  /** The results are written to <outputPath>-0, <outputPath>-1, … */
  outputPath: string
}

/** Reads the files of a job, runs it, and writes the results. */
export async function withFiles(
  { imagePath, maskPath, outputPath, ...rest }: RequestFiles,
  outpaint: (job: OutpaintRequest) => Promise<OutpaintOutcome>,
) {
  const image = await readFile(imagePath)
  const mask = maskPath && (await readFile(maskPath))
  const outcome = await outpaint({ ...rest, image, ...(mask && { mask }) })
  const results = []
  for (const [index, { bytes, ...facts }] of outcome.results.entries()) {
    const path = `${outputPath}-${index}`
    await writeFile(path, bytes)
    results.push({ ...facts, path })
  }
  return { ...outcome, results }
}
