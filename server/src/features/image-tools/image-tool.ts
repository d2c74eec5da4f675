import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { requireImage } from '../../engines/image-type.ts'
import type { Actor } from '../../http/permissions.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import type { Outcome, TaskKind } from '../tasks/kinds.ts'
import { withField } from '../tasks/with-field.ts'
import type { CostlyCheck } from './costly-checks.ts'
import { fetchImage } from './image-source.ts'
import { keepImages, shownSource, type ToolImage } from './tool-results.ts'

/** The request fields that hold an image. */
type SourceField = 'image_url' | 'mask_url' | 'background_url'

type ToolInput = {
  image_url: string
  storage?: 'asset' | 'transient'
  checks?: CostlyCheck[]
} & {
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

export interface ToolOutput {
  images: ToolImage[]
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
  make(deps: Deps, work: ToolWork<Input>): Promise<ToolOutput>
}

/** The steps that all image tools share: fetch the images, process them, and store the result. */
export function imageTool<Input extends ToolInput>(tool: Tool<Input>): TaskKind<Input> {
  return defineTask(tool, async (deps, work, progress) => {
    const { more, ...made } = await tool.make(deps, work).catch(withField('image_url'))
    progress(97, 'storing the results')
    return keepImages(deps, work.actor, {
      ...made,
      ...more,
      name: tool.resultName,
      imageUrl: work.input.image_url,
      storage: work.input.storage ?? 'asset',
      checking: work.input.checks ?? [],
      follow: { signal: work.follow.signal },
    })
  })
}

interface Reader<Input> {
  name: string
  read(deps: Deps, work: ToolWork<Input>): Promise<object>
}

/** A tool whose result is JSON: it looks at an image and stores no file. */
export function imageReader<Input extends ToolInput>(reader: Reader<Input>): TaskKind<Input> {
  return defineTask({ name: reader.name, sources: ['image_url'] }, async (deps, work) => {
    const facts = await reader.read(deps, work).catch(withField('image_url'))
    return async () => ({ ...facts, image_url: shownSource(work.input.image_url) })
  })
}

function defineTask<Input extends ToolInput>(
  { name, sources }: Pick<Tool<Input>, 'name' | 'sources'>,
  finish: (
    deps: Deps,
    work: ToolWork<Input>,
    progress: (percent: number, stage: string) => void,
  ) => Promise<Outcome>,
): TaskKind<Input> {
  return {
    name,
    showsInput: true,
    lane: 'heavy',
    maxAttempts: 4,
    run: (deps, { actor, input, progress, signal }) =>
      inTemporaryFolder(async (folder) => {
        const files: ToolWork<Input>['files'] = { image_url: '' }
        for (const field of sources) {
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
        const work = { actor, input, files, folder, follow: { signal, onProgress } }
        return finish(deps, work, progress)
      }),
  }
}
