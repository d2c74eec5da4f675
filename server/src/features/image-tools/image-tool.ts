import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { requireImage } from '../../engines/decode-image.ts'
import type { Actor } from '../../http/permissions.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import type { TaskKind } from '../tasks/kinds.ts'
import { withField } from '../tasks/with-field.ts'
import { fetchImage } from './image-source.ts'
import { keepImages, type MadeImage } from './tool-results.ts'

/** The request fields that hold an image. */
type SourceField = 'image_url' | 'mask_url' | 'background_url'

type ToolInput = { image_url: string; storage?: 'asset' | 'transient' } & {
  [field in SourceField]?: string
}

export interface ToolWork<Input> {
  actor: Actor
  input: Input
  /** The local path of each field's image; undefined for an omitted field. */
  files: { image_url: string } & { [field in SourceField]?: string }
  /** For the tool's output; deleted afterwards. */
  folder: string
  follow: { signal: AbortSignal; onProgress(percent: number, stage: string): void }
}

export interface ToolMade {
  images: MadeImage[]
  engine: { name: string; version: string; prompt_applied: boolean }
  warnings: string[]
  timings: Record<string, number>
  /** Additional fields of the result. */
  more?: object
}

interface Tool<Input> {
  name: string
  /** The name of the resulting asset, without extension. */
  resultName: string
  sources: readonly SourceField[]
  make(deps: Deps, work: ToolWork<Input>): Promise<ToolMade>
}

/** The steps that all image tools share: fetch the images, process them, and store the result. */
export function imageTool<Input extends ToolInput>(tool: Tool<Input>): TaskKind<Input> {
  return {
    name: tool.name,
    showsInput: true,
    lane: 'heavy',
    maxAttempts: 4,
    run: (deps, { actor, input, progress, signal }) =>
      inTemporaryFolder(async (folder) => {
        const files: ToolWork<Input>['files'] = { image_url: '' }
        for (const field of tool.sources) {
          const source = input[field]
          if (source === undefined) continue
          progress(1, field === 'image_url' ? 'fetching the image' : `fetching ${field}`)
          const path = join(folder, field)
          await fetchImage(deps, actor, { field, source, path, signal })
          // A file that is not an image does not need to wait for a model.
          await requireImage(path, field)
          files[field] = path
        }
        const onProgress = (percent: number, stage: string) => progress(5 + percent * 0.9, stage)
        const { more, ...made } = await tool
          .make(deps, { actor, input, files, folder, follow: { signal, onProgress } })
          .catch(withField('image_url'))
        progress(97, 'storing the results')
        return keepImages(deps, actor, {
          ...made,
          ...more,
          name: tool.resultName,
          imageUrl: input.image_url,
          storage: input.storage ?? 'asset',
        })
      }),
  }
}
