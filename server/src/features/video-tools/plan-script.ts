import type { Scene, StoryboardParameters } from '../videos/schemas.ts'
import type { TextToVideoPayload } from './schemas.ts'
import { bestMatch, type Candidate, splitWords } from './words.ts'

/** A scene of this length is spoken in about 15 seconds. */
const maxSceneCharacters = 240
export const maxScenes = 49

const aspectRatios = {
  'youtube-shorts': '9:16',
  'youtube-video': '16:9',
  'instagram-post-video': '4:5',
  mp4: '16:9',
} as const

/** The script's scenes with the images that match them, as parameters of a storyboard. */
export function planScript(
  payload: TextToVideoPayload,
  images: readonly Candidate[],
  voiceId: string | undefined,
): StoryboardParameters {
  const { title, description = '', keywords = [], format = 'mp4' } = payload
  const general = splitWords([keywords].flat().join(' '))
  const uses = new Map<string, number>()
  const findImage = (text: string) => {
    const found = bestMatch(splitWords(text), images, uses) ?? bestMatch(general, images, uses)
    if (found) uses.set(found.id, (uses.get(found.id) ?? 0) + 1)
    return found?.id
  }
  const headline = title?.trim()
  const opening: Scene[] = headline ? [{ title: headline, text: headline }] : []
  const scenes = cutIntoScenes(description).map((text): Scene => {
    const image = findImage(text)
    if (image !== undefined) return { text, image_url: image }
    return { text, ...(headline && { title: headline }) }
  })
  return {
    scenes: [...opening, ...scenes],
    aspect_ratio: aspectRatios[format],
    ...(voiceId !== undefined && { voice_id: voiceId }),
  }
}

/** Paragraphs are scenes; long ones are cut between sentences. */
export function cutIntoScenes(script: string): string[] {
  const scenes: string[] = []
  for (const paragraph of script.split(/\n\s*\n/)) {
    let scene = ''
    for (const { segment } of sentences.segment(paragraph.replace(/\s+/g, ' ').trim())) {
      if (scene !== '' && scene.length + segment.length > maxSceneCharacters) {
        scenes.push(scene.trim())
        scene = ''
      }
      scene += segment
    }
    if (scene.trim() !== '') scenes.push(scene.trim())
  }
  return scenes
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** What the request asks for and this server does not do. */
export function ignoredOptions(payload: TextToVideoPayload): string[] {
  const { tone, creativity_level, no_runs = 1, logo_id, caption_style_id } = payload
  const given = (value: unknown) => value !== undefined && value !== null && value !== ''
  return [
    ...(given(tone) || given(creativity_level)
      ? ['tone and creativity_level are for a language model. The text is spoken as you wrote it.']
      : []),
    ...(no_runs > 1 ? ['Every run would give the same video, so one was rendered.'] : []),
    ...(given(logo_id) ? ['logo_id is not supported, so the video has no logo.'] : []),
    ...(given(caption_style_id)
      ? ['There is one caption style, so caption_style_id was ignored.']
      : []),
  ]
}
