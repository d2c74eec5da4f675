import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { TaskKind } from '../tasks/kinds.ts'
import { fetchImage } from './image-source.ts'
import type { OutpaintBody } from './schemas.ts'
import { inTemporaryFolder, keepImages } from './tool-results.ts'

/** Extends a picture with the embedded model, in a process of its own. */
export const outpaintImage: TaskKind<OutpaintBody> = {
  name: 'image-outpainting',
  lane: 'heavy',
  maxAttempts: 4,
  run: (deps, { actor, input, progress, signal }) =>
    inTemporaryFolder(async (folder) => {
      const imagePath = join(folder, 'image')
      const maskPath = join(folder, 'mask')
      progress(1, 'fetching the image')
      await fetchImage(deps, actor, {
        field: 'image_url',
        source: input.image_url,
        path: imagePath,
        signal,
      })
      if (input.mask_url !== undefined) {
        await fetchImage(deps, actor, {
          field: 'mask_url',
          source: input.mask_url,
          path: maskPath,
          signal,
        })
      }
      const { extend, position } = input
      const made = await deps.engines.outpaint(
        {
          imagePath,
          outputPath: join(folder, 'result'),
          prompt: input.prompt,
          count: input.count ?? 4,
          seed: input.seed ?? randomInt(2 ** 32),
          ...(input.mask_url !== undefined && { maskPath }),
          ...(extend && { extend: { left: 0, right: 0, top: 0, bottom: 0, ...extend } }),
          ...(input.aspect_ratio !== undefined && { aspectRatio: input.aspect_ratio }),
          ...(position && { position }),
        },
        { signal, onProgress: (percent, stage) => progress(5 + percent * 0.9, stage) },
      )
      progress(97, 'storing the results')
      const { name, version, promptApplied } = made.engine
      return keepImages(deps, actor, made.results, {
        name: 'outpainted',
        imageUrl: input.image_url,
        storage: input.storage ?? 'asset',
        engine: { name, version, prompt_applied: promptApplied },
        warnings: made.warnings,
        timings: made.timings,
      })
    }),
}
