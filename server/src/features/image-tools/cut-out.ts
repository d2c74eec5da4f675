import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { Refinement } from '../../engines/background/strokes.ts'
import type { Edit } from '../../engines/editing/run.ts'
import type { ToolOutput, ToolWork } from './image-tool.ts'

/** The share of the work that the cut-out takes; the rest is quick. */
const cuttingShare = 0.85

/** Cuts out the subject, then edits the background. */
export async function editBehindSubject(
  { engines }: Deps,
  { input, files, folder, follow }: ToolWork<{ refine?: Refinement }>,
  format: 'png' | 'jpeg' | 'webp',
  editOf: (cutOutPath: string) => Edit,
): Promise<ToolOutput> {
  const cutOutPath = join(folder, 'cut-out')
  const { onProgress, signal } = follow
  const cutOut = await engines.removeBackground(
    {
      imagePath: files.image_url,
      outputPath: cutOutPath,
      magicCrop: false,
      backgroundColor: undefined,
      outputFormat: 'png',
      refine: input.refine,
    },
    { signal, onProgress: (percent, stage) => onProgress(percent * cuttingShare, stage) },
  )
  const outputPath = join(folder, 'result')
  const made = await engines.edit(
    { ...editOf(cutOutPath), format, outputPath },
    {
      signal,
      onProgress: (percent, stage) =>
        onProgress(100 * cuttingShare + percent * (1 - cuttingShare), stage),
    },
  )
  return {
    images: [made],
    engine: { ...cutOut.engine, prompt_applied: false },
    warnings: [...cutOut.warnings, ...made.warnings],
    timings: { ...cutOut.timings, ...made.timings },
    more: { foreground: cutOut.foreground, alpha_coverage: cutOut.alphaCoverage },
  }
}
