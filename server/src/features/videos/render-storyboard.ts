import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { fetchImage } from '../image-tools/image-source.ts'
import { requireVoice } from '../voices/read-voices.ts'
import type { Scene, StoryboardParameters } from './schemas.ts'

interface Work {
  folder: string
  signal: AbortSignal
  onProgress(percent: number, stage: string): void
}

/** Download time is negligible, speech takes a third, rendering the rest. */
export const spokenPercent = 35

const shortSides = { '480p': 480, '720p': 720, '1080p': 1080 }

/** Renders parameters to a video in the folder. */
export async function renderStoryboard(
  deps: Deps,
  actor: Actor,
  parameters: StoryboardParameters,
  { folder, signal, onProgress }: Work,
) {
  const { scenes = [], voice_id, speed = 1, captions = true, fps = 25 } = parameters
  const voice = voice_id === undefined ? undefined : await requireVoice(deps, actor, voice_id)
  const warnings: string[] = []
  const ready = []
  for (const [at, scene] of scenes.entries()) {
    const share = (part: number) => ((at + part) / scenes.length) * spokenPercent
    onProgress(share(0), `preparing scene ${at + 1} of ${scenes.length}`)
    const imagePath = await still(deps, actor, scene, at, { folder, signal })
    const narration = await speak(scene, at)
    ready.push({
      ...(imagePath !== undefined && { imagePath }),
      ...(scene.title !== undefined && { title: scene.title }),
      ...(scene.duration_ms !== undefined && { durationMs: scene.duration_ms }),
      ...narration,
    })
  }
  const path = join(folder, 'video.mp4')
  const thumbnailPath = join(folder, 'thumbnail.jpg')
  const made = await deps.engines.renderVideo(
    {
      scenes: ready,
      ...chooseSize(parameters),
      ...{ fps, captions, outputPath: path, thumbnailPath },
      background: parameters.background_color ?? '#1f2a38',
    },
    {
      signal,
      onProgress: (percent, stage) =>
        onProgress(spokenPercent + (percent * (95 - spokenPercent)) / 100, stage),
    },
  )
  return { ...made, path, thumbnailPath, warnings: [...new Set([...warnings, ...made.warnings])] }

  /** Without a voice the text is shown in silence, as long as a person needs to read it. */
  async function speak({ text, duration_ms }: Scene, at: number) {
    const spoken = text?.trim()
    if (!spoken) return {}
    if (!voice) {
      const endMs = duration_ms ?? Math.max(2000, spoken.length * 65)
      return { durationMs: endMs, sentences: [{ text: spoken, startMs: 0, endMs }] }
    }
    const narrationPath = join(folder, `narration-${at}.wav`)
    const { sentences, warnings: said } = await deps.engines
      .speak(
        {
          text: spoken,
          useSsml: false,
          voice: voice.engineVoice,
          speed,
          format: 'wav',
          outputPath: narrationPath,
        },
        { signal },
      )
      .catch((error) => {
        // The engine knows one text; here it is one of many.
        throw Object.assign(error, { field: `parameters.scenes.${at}.text` })
      })
    warnings.push(...said)
    return { narrationPath, sentences }
  }
}

async function still(
  deps: Deps,
  actor: Actor,
  { image_url: source }: Scene,
  at: number,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string | undefined> {
  if (source === undefined) return undefined
  const path = join(folder, `still-${at}`)
  const field = `parameters.scenes.${at}.image_url`
  await fetchImage(deps, actor, { field, source, path, signal })
  return path
}

/** Encoders need even dimensions. */
function chooseSize({ aspect_ratio = '16:9', resolution = '720p' }: StoryboardParameters) {
  const [across = 16, down = 9] = aspect_ratio.split(':').map(Number)
  const short = shortSides[resolution]
  const scale = short / Math.min(across, down)
  const even = (length: number) => Math.round(length / 2) * 2
  return { width: even(across * scale), height: even(down * scale) }
}
