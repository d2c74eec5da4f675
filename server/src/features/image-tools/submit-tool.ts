import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { checkImageSource } from './image-source.ts'
import type { OutpaintBody, RemoveBackgroundBody } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'clock' | 'random'>

export async function submitRemoveBackground(
  deps: Needs,
  actor: Actor,
  body: RemoveBackgroundBody,
) {
  checkImageSource('image_url', body.image_url)
  return submit(deps, actor, 'remove-background', body)
}

/** The contract's mask, or instead of it how far to extend, or the shape to reach. */
export async function submitOutpainting(deps: Needs, actor: Actor, body: OutpaintBody) {
  checkImageSource('image_url', body.image_url)
  if (body.mask_url !== undefined) checkImageSource('mask_url', body.mask_url)
  const ways = [body.mask_url, body.extend, body.aspect_ratio].filter((way) => way !== undefined)
  if (ways.length !== 1) {
    const message = 'is required, or instead of it one of extend and aspect_ratio'
    throw invalid(
      'mask_url',
      ways.length === 0 ? message : 'goes alone: give one of mask_url, extend, aspect_ratio',
    )
  }
  return submit(deps, actor, 'image-outpainting', body)
}

async function submit(
  deps: Needs,
  actor: Actor,
  kind: string,
  { webhook_url, ...input }: { webhook_url?: string },
): Promise<{ task_id: string }> {
  requirePermission(actor, 'tools:write')
  if (webhook_url !== undefined && !/^https?:\/\//i.test(webhook_url)) {
    throw invalid('webhook_url', 'must be an http or https URL')
  }
  return deps.db.transaction(actor.workspaceId, (tx) =>
    submitTask(deps, tx, actor, { kind, lane: 'heavy', input, webhookUrl: webhook_url }),
  )
}
