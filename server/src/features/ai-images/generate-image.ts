import { join } from 'node:path'
import { requireImage } from '../../engines/image-type.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import { fetchImage } from '../image-tools/image-source.ts'
import { keepImages } from '../image-tools/tool-results.ts'
import { TaskError, type TaskKind } from '../tasks/kinds.ts'
import { imageEngine } from './image-engine.ts'
import type { GenerationInput } from './submit-generation.ts'

/** Generates images from a prompt on the connected engine, and stores them. */
export const generateImageTask: TaskKind<GenerationInput> = {
  name: 'generate-image',
  showsInput: true,
  lane: 'light',
  maxAttempts: 4,
  run: (deps, { actor, input, progress, signal }) =>
    inTemporaryFolder(async (folder) => {
      const settings = await imageEngine(deps, actor.workspaceId)
      if (!settings) {
        const message = 'The workspace no longer has an engine that generates images.'
        throw new TaskError('engine_not_chosen', message)
      }
      const referencePaths: string[] = []
      for (const [at, source] of input.references.entries()) {
        progress(1, 'fetching the image')
        const field = input.fields[at] ?? 'image_url'
        const path = join(folder, `reference-${at}`)
        await fetchImage(deps, actor, { field, source, path, signal })
        await requireImage(path, field)
        referencePaths.push(path)
      }
      const outputPath = join(folder, 'image')
      const made = await deps.engines.generateImages(
        { request: input.request, referencePaths, outputPath, settings },
        { signal, onProgress: progress },
      )
      const { links_only, storage } = input
      return keepImages(deps, actor, {
        ...made,
        ...{ name: 'generated', imageUrl: input.references[0] ?? '', storage },
        warnings: [...input.warnings, ...made.warnings],
        ...(links_only && { links_only }),
      })
    }),
}
