import { join } from 'node:path'
import type { TaskKind } from '../tasks/kinds.ts'
import { blame, fetchImage } from './image-source.ts'
import type { RemoveBackgroundBody } from './schemas.ts'
import { inTemporaryFolder, keepImages } from './tool-results.ts'

/** Cuts the subject out of a picture, with the embedded models, in a process of its own. */
export const removeBackground: TaskKind<RemoveBackgroundBody> = {
  name: 'remove-background',
  lane: 'heavy',
  maxAttempts: 4,
  run: (deps, { actor, input, progress, signal }) =>
    inTemporaryFolder(async (folder) => {
      const image = join(folder, 'image')
      const outputPath = join(folder, 'result')
      progress(1, 'fetching the image')
      await fetchImage(deps, actor, {
        field: 'image_url',
        source: input.image_url,
        path: image,
        signal,
      })
      const made = await deps.engines
        .removeBackground(
          {
            imagePath: image,
            outputPath,
            magicCrop: input.magic_crop === true,
            backgroundColor: input.background_color,
            outputFormat: input.output_format ?? 'png',
          },
          { signal, onProgress: (percent, stage) => progress(5 + percent * 0.9, stage) },
        )
        .catch(blame('image_url'))
      progress(97, 'storing the result')
      return keepImages(deps, actor, [{ ...made, path: outputPath }], {
        name: 'background-removed',
        imageUrl: input.image_url,
        storage: input.storage ?? 'asset',
        engine: { ...made.engine, prompt_applied: false },
        warnings: made.warnings,
        timings: made.timings,
        foreground: made.foreground,
        alpha_coverage: made.alphaCoverage,
      })
    }),
}
