import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { VideoToolRequest } from '../../engines/video-tools/video-tool-request.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import type { TaskKind } from '../tasks/kinds.ts'
import { withField } from '../tasks/with-field.ts'
import { keepVideo } from './keep-video.ts'
import { fetchVideo } from './video-source.ts'

interface ToolInput {
  storage?: 'asset' | 'transient'
}

interface Tool<Input> {
  name: string
  /** The name of the resulting asset, without ending. */
  resultName: string
  /** The source of each field, by its path in the request. */
  sources(input: Input): [field: string, source: string][]
  job(
    input: Input,
    clips: string[],
    files: { outputPath: string; workPath: string },
  ): VideoToolRequest
}

/** Downloading takes this share of the progress. */
const fetchedPercent = 10

/** The steps that all video tools share: fetch the videos, edit them, and store the result. */
export function videoTool<Input extends ToolInput>(tool: Tool<Input>): TaskKind<Input> {
  return {
    name: tool.name,
    showsInput: true,
    lane: 'heavy',
    maxAttempts: 3,
    run: (deps: Deps, { actor, input, progress, signal }) =>
      inTemporaryFolder(async (folder) => {
        const sources = tool.sources(input)
        const clips: string[] = []
        for (const [at, [field, source]] of sources.entries()) {
          progress((at / sources.length) * fetchedPercent, 'fetching the video')
          const path = join(folder, `clip-${at}`)
          await fetchVideo(deps, actor, { field, source, path, signal })
          clips.push(path)
        }
        const path = join(folder, 'result')
        const job = tool.job(input, clips, { outputPath: path, workPath: join(folder, 'work') })
        const onProgress = (percent: number, stage: string) =>
          progress(fetchedPercent + percent * 0.85, stage)
        const { format, contentType, warnings } = await deps.engines
          .editVideo(job, { signal, onProgress })
          .catch(withField(sources[0]?.[0] ?? 'video_url'))
        progress(96, 'storing the result')
        const name = `${tool.resultName}.${format}`
        const storage = input.storage ?? 'asset'
        const made = { path, contentType, name, warnings }
        return keepVideo(deps, actor, made, { folder, storage, signal })
      }),
  }
}
