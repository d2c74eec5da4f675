import { readFile, writeFile } from 'node:fs/promises'
import type { OutpaintOutcome, OutpaintRequest } from './outpaint-request.ts'

/** A request for the child process, with file paths instead of contents. */
export interface RequestFiles extends Omit<OutpaintRequest, 'image' | 'mask'> {
  imagePath: string
  maskPath?: string
  /** The results are written to <outputPath>-0, <outputPath>-1, … */
  outputPath: string
}

/** Reads the files of a request, runs it, and writes the results. */
export async function withFiles(
  { imagePath, maskPath, outputPath, ...rest }: RequestFiles,
  outpaint: (request: OutpaintRequest) => Promise<OutpaintOutcome>,
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
