import { Value } from 'typebox/value'
import { invalid } from '../../http/problem.ts'
import { checkImageSource } from '../image-tools/image-source.ts'
import { type Scene, StoryboardParameters } from './schemas.ts'

/** The parameters of a storyboard, with a scene for each paragraph of a script. */
export function readStoryboard(parameters: unknown): StoryboardParameters {
  const known = Value.Clean(StoryboardParameters, Value.Clone(parameters))
  const [mistake] = Value.Errors(StoryboardParameters, known)
  if (mistake) {
    const path = mistake.instancePath.replaceAll('/', '.')
    throw invalid(`parameters${path}`, mistake.message)
  }
  const { script, images, ...rest } = known as StoryboardParameters
  return {
    ...rest,
    scenes: readScenes({ ...rest, ...(script && { script }), images: images ?? [] }),
  }
}

/** The given scenes, or one for each paragraph of the script. */
function readScenes({ scenes, script, images = [] }: StoryboardParameters): Scene[] {
  if ((scenes === undefined) === (script === undefined)) {
    throw invalid('parameters.scenes', 'send either scenes or a script')
  }
  const all = scenes ?? fromScript(script as string, images)
  for (const [at, scene] of all.entries()) {
    const field = `parameters.scenes.${at}.image_url`
    if (scene.image_url !== undefined) checkImageSource(field, scene.image_url)
    if (scene.text?.trim() || scene.title?.trim() || scene.image_url) continue
    throw invalid(`parameters.scenes.${at}`, 'needs a text, a title or an image_url')
  }
  return all
}

function fromScript(script: string, images: string[]): Scene[] {
  const paragraphs = script.split(/\n\s*\n/).filter((text) => text.trim() !== '')
  if (paragraphs.length > 50) throw invalid('parameters.script', 'has more than 50 paragraphs')
  if (paragraphs.length === 0) throw invalid('parameters.script', 'contains no text')
  if (images.length > paragraphs.length) {
    throw invalid('parameters.images', 'must not be more than the paragraphs of the script')
  }
  return paragraphs.map((paragraph, at) => {
    const image = images[at]
    return { text: paragraph.trim(), ...(image !== undefined && { image_url: image }) }
  })
}
