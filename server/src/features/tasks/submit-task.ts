import type { Deps } from '../../deps.ts'
import { checkUrl } from '../../http/body/check-url.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { selectRanges } from '../../platform/safe-fetch/allowed-ranges.ts'
import { publish } from '../events/publish.ts'
import type { Lane } from './kinds.ts'
import { insertTask } from './queries.ts'

interface Submission {
  kind: string
  lane: Lane
  input: object
  webhookUrl?: string | undefined
}

/** Signals that a lane has a task to run; the message is the lane. */
export const tasksTopic = 'tasks'

/** Submits a task: the task and its event are written in the caller's transaction. */
export async function submitTask(
  deps: Pick<Deps, 'signals' | 'clock' | 'random' | 'config'>,
  tx: Tx,
  actor: Actor,
  { kind, lane, input, webhookUrl }: Submission,
): Promise<{ task_id: string }> {
  if (webhookUrl !== undefined) {
    checkUrl('webhook_url', webhookUrl, selectRanges(deps.config.allowCidrs, 'webhooks'))
  }
  const id = deps.random.uuid()
  const now = deps.clock()
  await insertTask(tx, actor, {
    id,
    kind,
    lane,
    input,
    webhook_url: webhookUrl ?? null,
    created_at: now,
  })
  deps.signals.send(tx, tasksTopic, lane)
  await publish(tx, actor, {
    type: 'task.submitted',
    object: { type: 'task', id },
    data: { kind },
    spaceId: actor.spaceId,
    at: now,
  })
  return { task_id: id }
}
