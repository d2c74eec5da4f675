import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { checkImageSource } from '../image-tools/image-source.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { requireVoice } from '../voices/read-voices.ts'
import { insertVideo } from './queries.ts'
import type { GenerateVideoBody, Scene, StoryboardParameters } from './schemas.ts'

const models = ['storyboard']

/** Takes a storyboard to be rendered. The task only tracks the submission; the variation tells. */
export async function submitVideo(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'random' | 'config'>,
  actor: Actor,
  { model = 'storyboard', capability = 'storyboard', parameters, ...body }: GenerateVideoBody,
) {
  requirePermission(actor, 'videos:write')
  if (!models.includes(model)) throw invalid('model', `must be one of ${models.join(', ')}`)
  const scenes = scenesOf(parameters)
  if (parameters.voice_id !== undefined) {
    const { engine } = await requireVoice(deps, actor, parameters.voice_id)
    if (engine !== 'embedded') {
      throw invalid('parameters.voice_id', 'must be an embedded voice: others tell no times')
    }
  }
  const storage = body.storage ?? 'asset'
  const [id, variation_id] = [deps.random.uuid(), deps.random.uuid()]
  const at = deps.clock()
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const { task_id } = await submitTask(deps, tx, actor, {
      kind: 'video-submission',
      lane: 'light',
      input: { video_id: id, storage },
      webhookUrl: body.webhook_url,
    })
    const kept = { ...parameters, scenes, script: undefined, images: undefined }
    await insertVideo(tx, {
      ...{ id, variation_id, workspace_id: actor.workspaceId, model, capability, task_id },
      job_status: 'CREATED',
      parameters: tx.json(kept),
      ...{ created_by: actor.userId, created_at: at, modified: at },
    })
    const data = { model, scenes: scenes.length }
    await publish(tx, actor, { type: 'video.submitted', object: { type: 'video', id }, data, at })
    return { task_id, id, art_variation_id: variation_id, storage }
  })
}

/** The scenes as they are given, or one for each paragraph of the script. */
function scenesOf({ scenes, script, images = [] }: StoryboardParameters): Scene[] {
  if ((scenes === undefined) === (script === undefined)) {
    throw invalid('parameters.scenes', 'give either scenes or a script')
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
  if (paragraphs.length === 0) throw invalid('parameters.script', 'holds no text')
  if (images.length > paragraphs.length) {
    throw invalid('parameters.images', 'are more than the script has paragraphs')
  }
  return paragraphs.map((paragraph, at) => {
    const image = images[at]
    return { text: paragraph.trim(), ...(image !== undefined && { image_url: image }) }
  })
}
