import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { Box } from '../../engines/background/foreground.ts'
import { planCrop } from '../../engines/editing/plan-crop.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { imageTool, type ToolWork } from './image-tool.ts'
import type { SmartCropBody } from './schemas.ts'

/** Crops an image to an aspect ratio around its faces or its subject. */
export const smartCrop = imageTool<SmartCropBody>({
  name: 'smart-crop',
  resultName: 'cropped',
  sources: ['image_url'],
  make: async (deps, work) => {
    const { input, files, folder, follow } = work
    const found = await findFocus(deps, work)
    const { crop, shown } = planCrop(found, parseRatio(input.aspect_ratio), found.boxes)
    const made = await deps.engines.edit(
      {
        tool: 'crop',
        imagePath: files.image_url,
        crop,
        format: input.output_format ?? 'png',
        outputPath: join(folder, 'result'),
      },
      { ...follow, onProgress: (percent, stage) => follow.onProgress(85 + percent * 0.15, stage) },
    )
    const hidden = found.boxes.length - shown
    return {
      images: [made],
      engine: { ...found.engine, prompt_applied: false },
      warnings: hidden > 0 ? [...made.warnings, describeCrop(found.focus, hidden)] : made.warnings,
      timings: { ...found.timings, ...made.timings },
      more: { crop, focus: found.focus },
    }
  },
})

type Focus = 'faces' | 'subject' | 'centre'

interface CropSubject {
  focus: Focus
  boxes: Box[]
  width: number
  height: number
  engine: { name: string; version: string }
  timings: Record<string, number>
}

/** Faces first, then the subject, then the centre. `focus` of the request skips one of them. */
async function findFocus(
  { engines }: Deps,
  { input, files, folder, follow }: ToolWork<SmartCropBody>,
): Promise<CropSubject> {
  const { faces, ...facts } = await engines.findFaces({ imagePath: files.image_url }, follow)
  const boxes = faces.map(({ box }) => box)
  if (input.focus !== 'subject' && boxes.length > 0) return { ...facts, focus: 'faces', boxes }
  if (input.focus === 'faces') return { ...facts, focus: 'centre', boxes: [] }
  try {
    const cutOut = await engines.removeBackground(
      {
        imagePath: files.image_url,
        outputPath: join(folder, 'cut-out'),
        magicCrop: false,
        backgroundColor: undefined,
        outputFormat: 'png',
      },
      { ...follow, onProgress: (percent, stage) => follow.onProgress(percent * 0.85, stage) },
    )
    const { foreground, engine, timings } = cutOut
    return { ...facts, focus: 'subject', boxes: [foreground], engine, timings }
  } catch (error) {
    if (!(error instanceof EngineError && error.code === 'no_subject_found')) throw error
    return { ...facts, focus: 'centre', boxes: [] }
  }
}

function describeCrop(focus: Focus, hidden: number): string {
  if (focus === 'subject') return 'The subject does not fit into this aspect ratio.'
  const faces = hidden === 1 ? 'One face does' : `${hidden} faces do`
  return `${faces} not fit into this aspect ratio.`
}

function parseRatio(text: string): number {
  const [across = 1, down = 1] = text.split(':').map(Number)
  return across / down
}
