import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import type { TaskKind } from '../tasks/kinds.ts'
import { renderStoryboard } from '../videos/render-storyboard.ts'
import { findMedia } from './find-media.ts'
import { keepVideo } from './keep-video.ts'
import { ignoredOptions, planScript } from './plan-script.ts'
import type { TextToVideoBody } from './schemas.ts'

type Input = TextToVideoBody & { voice_id?: string }

export const textToVideo = narratedVideo('text-to-video')
export const scriptToVideo = narratedVideo('script-to-video')

/** Speaks a text over the workspace's own images, or over slides, with captions. */
function narratedVideo(name: string): TaskKind<Input> {
  return {
    name,
    showsInput: true,
    lane: 'heavy',
    maxAttempts: 3,
    run: (deps, { taskId, actor, input, progress, signal }) =>
      inTemporaryFolder(async (folder) => {
        const { payload, voice_id, storage = 'asset' } = input
        const images = await findMedia(deps, actor, ['image'])
        const parameters = planScript(payload, images, voice_id)
        const made = await renderStoryboard(deps, actor, parameters, {
          ...{ folder, signal, onProgress: progress },
        })
        const silent = `There is no voice for ${payload.language_code}, so the video is silent.`
        const warnings = [
          ...ignoredOptions(payload),
          ...(voice_id === undefined ? [silent] : []),
          ...made.warnings,
        ]
        const { path, contentType } = made
        const title = payload.title?.trim() || name
        const result = { path, contentType, name: `${title}.mp4`, warnings }
        const more = { export_id: taskId, scenes: parameters.scenes?.length ?? 0 }
        return keepVideo(deps, actor, { ...result, more }, { folder, storage, signal })
      }),
  }
}
