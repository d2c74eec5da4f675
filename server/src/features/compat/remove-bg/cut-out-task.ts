import { join } from 'node:path'
import type { Deps } from '../../../deps.ts'
import type { Box } from '../../../engines/background/foreground.ts'
import type { Region } from '../../../engines/editing/extract-region.ts'
import type { Placement } from '../../../engines/editing/plan-placement.ts'
import { imageTool, type ToolOutput, type ToolWork } from '../../image-tools/image-tool.ts'

export interface CutOutInput {
  image_url: string
  background_url?: string
  storage?: 'asset' | 'transient'
  roi?: Region
  layout: Omit<Placement, 'canvas' | 'offset'>
  colour?: string
  alpha_only?: boolean
  max_pixels: number
  format: 'png' | 'jpeg' | 'webp'
}

export const cutOutKind = 'removebg'

/** Cuts out the subject, then places it as a client of remove.bg asks. */
export const cutOutTask = imageTool<CutOutInput>({
  name: cutOutKind,
  resultName: 'no-bg',
  sources: ['image_url', 'background_url'],
  make: async (deps, work) => {
    const { input, files, folder, follow } = work
    const region = await findRegion(deps, work)
    const cutOutPath = join(folder, 'cut-out')
    const cutOut = await deps.engines.removeBackground(
      {
        imagePath: region.path,
        outputPath: cutOutPath,
        magicCrop: false,
        backgroundColor: undefined,
        outputFormat: 'png',
      },
      follow,
    )
    const placed = await deps.engines.edit(
      {
        tool: 'place-subject',
        cutOutPath,
        canvas: region.canvas ?? { width: cutOut.width, height: cutOut.height },
        offset: region.offset,
        ...input.layout,
        ...(input.colour !== undefined && { colour: input.colour }),
        ...(files.background_url !== undefined && { backgroundPath: files.background_url }),
        ...(input.alpha_only && { alphaOnly: true }),
        maxPixels: input.max_pixels,
        format: input.format,
        outputPath: join(folder, 'result'),
      },
      follow,
    )
    return {
      images: [placed],
      engine: { ...cutOut.engine, prompt_applied: false },
      warnings: cutOut.warnings,
      timings: { ...cutOut.timings, ...placed.timings },
      more: { foreground: placed.foreground },
    } satisfies ToolOutput
  },
})

interface FoundRegion {
  path: string
  /** The size of the whole image, if the region is a part of it. */
  canvas?: { width: number; height: number }
  offset: { left: number; top: number }
}

/** Only what is in the region of interest can be the subject. */
async function findRegion(
  { engines }: Deps,
  { input, files, folder, follow }: ToolWork<CutOutInput>,
): Promise<FoundRegion> {
  const path = files.image_url
  if (!input.roi) return { path, offset: { left: 0, top: 0 } }
  const outputPath = join(folder, 'region')
  const job = { tool: 'extract', imagePath: path, region: input.roi, format: 'png' } as const
  const { width, height, foreground } = await engines.edit({ ...job, outputPath }, follow)
  const { left, top } = foreground as Box
  return { path: outputPath, canvas: { width, height }, offset: { left, top } }
}
