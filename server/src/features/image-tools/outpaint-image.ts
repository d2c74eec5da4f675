import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { findExternalEngine } from '../engines/read-engines.ts'
import { imageTool, type ToolOutput, type ToolWork } from './image-tool.ts'
import type { OutpaintBody } from './schemas.ts'
import type { FillInput } from './submit-tool.ts'

/** Extends an image beyond its borders. */
export const outpaintImage = imageTool<OutpaintBody>({
  name: 'image-outpainting',
  resultName: 'outpainted',
  sources: ['image_url', 'mask_url'],
  make: (deps, work) => {
    const { extend, aspect_ratio, position } = work.input
    return paint(deps, work, {
      ...(extend && { extend: { left: 0, right: 0, top: 0, bottom: 0, ...extend } }),
      ...(aspect_ratio !== undefined && { aspectRatio: aspect_ratio }),
      ...(position && { position }),
    })
  },
})

/** Fills a region inside an image: the same work, with a mask that may not exceed the image. */
export const fillImage = imageTool<FillInput>({
  name: 'generative-fill',
  resultName: 'filled',
  sources: ['image_url', 'mask_url'],
  make: (deps, work) => {
    const { mask_meaning: maskMeaning, from_nothing: fromNothing } = work.input
    return paint(deps, work, {
      inside: true,
      ...(maskMeaning && { maskMeaning }),
      ...(fromNothing && { fromNothing }),
    })
  },
})

/** For engines that require a prompt even to fill a region. */
const neutralPrompt = 'Continue the surroundings naturally'

const unprompted = `No prompt was given, so the engine used: ${neutralPrompt}.`

type OutpaintArea = Omit<
  Parameters<Deps['engines']['outpaint']>[0],
  'imagePath' | 'outputPath' | 'count'
>

/** Uses the engine that the workspace or the operator selected, otherwise the embedded model. */
async function paint(
  deps: Deps,
  { actor, input, files, folder, follow }: ToolWork<FillInput | OutpaintBody>,
  where: OutpaintArea,
): Promise<ToolOutput> {
  const external = await findExternalEngine(deps, actor.workspaceId, 'outpainting')
  const job = {
    imagePath: files.image_url,
    ...(files.mask_url !== undefined && { maskPath: files.mask_url }),
    outputPath: join(folder, 'result'),
    ...where,
    prompt: input.prompt ?? (external ? neutralPrompt : ''),
    ...(input.negative_prompt !== undefined && { negativePrompt: input.negative_prompt }),
    count: input.count ?? 4,
  }
  // Only if requested: engines warn about options that they do not support.
  const guidance = input.guidance_scale === undefined ? {} : { guidanceScale: input.guidance_scale }
  const seeded = { ...job, ...guidance, ...(input.seed !== undefined && { seed: input.seed }) }
  const { results, engine, warnings, timings } = external
    ? await deps.engines.outpaintExternally({ ...seeded, settings: external }, follow)
    : await deps.engines.outpaint(seeded, follow)
  return {
    images: results,
    engine: { name: engine.name, version: engine.version, prompt_applied: engine.promptApplied },
    warnings: external && !input.prompt ? [...warnings, unprompted] : warnings,
    timings,
  }
}
