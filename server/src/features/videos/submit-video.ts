import type { Deps } from '../../deps.ts'
import { newCallback } from '../../http/gate/callback-secrets.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { findExternalEngine } from '../engines/read-engines.ts'
import { publish } from '../events/publish.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { requireVoice } from '../voices/read-voices.ts'
import { insertVideo } from './queries.ts'
import { readStoryboard } from './read-parameters.ts'
import type { GenerateVideoBody } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'signals' | 'clock' | 'random' | 'config' | 'models' | 'secrets'>

/** Submits a video. The task only tracks the submission; the variation shows the result. */
export async function submitVideo(
  deps: Needs,
  actor: Actor,
  {
    model = 'storyboard',
    capability = 'storyboard',
    storage = 'asset',
    ...body
  }: GenerateVideoBody,
) {
  requirePermission(actor, 'videos:write')
  const provider = model === 'storyboard' ? 'embedded' : await requireEngine(deps, actor)
  const parameters =
    provider === 'embedded' ? await checkStoryboard(deps, actor, body.parameters) : body.parameters
  const [id, variation_id] = [deps.random.uuid(), deps.random.uuid()]
  const callback = newCallback(deps)
  const at = deps.clock()
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const { task_id } = await submitTask(deps, tx, actor, {
      kind: 'video-submission',
      lane: 'light',
      input: { video_id: id, token: callback.storedToken },
      webhookUrl: body.webhook_url,
    })
    await insertVideo(tx, {
      ...{
        id,
        variation_id,
        workspace_id: actor.workspaceId,
        space_id: actor.spaceId,
        model,
        capability,
        task_id,
      },
      ...{ provider, storage, job_status: 'CREATED' },
      ...callback.columns,
      parameters: tx.json(parameters),
      ...{ created_by: actor.userId, created_at: at, modified: at },
    })
    const object = { type: 'video', id }
    await publish(tx, actor, {
      type: 'video.submitted',
      object,
      data: { model },
      at,
      spaceId: actor.spaceId,
    })
    return { task_id, id, art_variation_id: variation_id, storage }
  })
}

async function requireEngine(deps: Needs, actor: Actor): Promise<string> {
  const chosen = await findExternalEngine(deps, actor.workspaceId, 'video')
  if (chosen) return chosen.kind
  throw invalid(
    'model',
    'must be storyboard; for other models, choose an engine at /api/v1/engines/video',
  )
}

async function checkStoryboard(deps: Needs, actor: Actor, given: unknown) {
  const parameters = readStoryboard(given)
  if (parameters.voice_id !== undefined) {
    const { engine } = await requireVoice(deps, actor, parameters.voice_id)
    if (engine !== 'embedded') {
      throw invalid('parameters.voice_id', 'must be an embedded voice: others return no times')
    }
  }
  return parameters
}
