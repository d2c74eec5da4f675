import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Box } from '../background/foreground.ts'
import type { EngineTools } from '../declare-engine.ts'
import { blurBackground } from './blur-background.ts'
import { convertFormat } from './convert-format.ts'
import { cropTo } from './crop-image.ts'
import type { OutputFormat } from './encode-picture.ts'
import { extractRegion, type Region } from './extract-region.ts'
import type { ToolOutcome } from './outcome.ts'
import { placeSubject, type SubjectLayout } from './place-subject.ts'
import { replaceBackground } from './replace-background.ts'
import { restore } from './restore.ts'
import { shrink } from './shrink.ts'

/** Edits that need no model of their own. Cut-outs come from `background`. */
export type Edit =
  | { tool: 'replace-background'; cutOutPath: string; colour?: string; backgroundPath?: string }
  | { tool: 'blur-background'; imagePath: string; cutOutPath: string; radiusPixels: number }
  | { tool: 'restore'; imagePath: string; scale: number }
  | { tool: 'convert-format'; imagePath: string; quality?: number; background?: string }
  | { tool: 'crop'; imagePath: string; crop: Box }
  | { tool: 'extract'; imagePath: string; region: Region }
  | ({ tool: 'place-subject'; cutOutPath: string; backgroundPath?: string } & Omit<
      SubjectLayout,
      'background'
    >)
  | { tool: 'shrink'; imagePath: string; maxBytes: number; longestSide: number }

export type EditingRequest = Edit & { format: OutputFormat; outputPath: string }

/** Image editing for the child process: reads files, writes a file, returns the metadata. */
export async function run(request: EditingRequest, { onProgress }: EngineTools) {
  const startedAt = performance.now()
  onProgress(0, 'editing')
  const { bytes, ...facts } = await edit(request)
  await writeFile(request.outputPath, bytes)
  onProgress(100, 'done')
  return {
    ...facts,
    path: request.outputPath,
    engine: { name: 'libvips', version: sharp.versions.vips },
    timings: { editMs: performance.now() - startedAt },
  }
}

async function edit(request: EditingRequest): Promise<ToolOutcome & { foreground?: Box }> {
  const { format } = request
  switch (request.tool) {
    case 'replace-background': {
      const { cutOutPath, colour, backgroundPath } = request
      const image = backgroundPath === undefined ? undefined : await readFile(backgroundPath)
      const background = { ...(colour !== undefined && { colour }), ...(image && { image }) }
      return replaceBackground(await readFile(cutOutPath), background, format)
    }
    case 'blur-background': {
      const cutOut = await readFile(request.cutOutPath)
      return blurBackground(await readFile(request.imagePath), cutOut, request.radiusPixels, format)
    }
    case 'restore':
      return restore(await readFile(request.imagePath), request.scale, format)
    case 'crop':
      return cropTo(request.imagePath, request.crop, format)
    case 'extract':
      return extractRegion(await readFile(request.imagePath), request.region)
    case 'place-subject': {
      const { cutOutPath, backgroundPath, ...layout } = request
      const background = backgroundPath === undefined ? undefined : await readFile(backgroundPath)
      const placed = { ...layout, ...(background && { background }) }
      return placeSubject(await readFile(cutOutPath), placed, format)
    }
    case 'shrink':
      return shrink(await readFile(request.imagePath), request)
    case 'convert-format': {
      const { quality, background } = request
      return convertFormat(await readFile(request.imagePath), {
        format,
        ...(quality !== undefined && { quality }),
        ...(background !== undefined && { background }),
      })
    }
  }
}
