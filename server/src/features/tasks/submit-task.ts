import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import type { Lane } from './kinds.ts'
import { insertTask } from './queries.ts'

interface Submission {
  kind: string
  lane: Lane
  input: object
  webhookUrl?: string | undefined
}

export const queueOfLane: Record<Lane, string> = { heavy: 'tasks-heavy', light: 'tasks-light' }

/** Submits a task: the task, its event and its job are written in the caller's transaction. */
export async function submitTask(
  deps: Pick<Deps, 'queue' | 'clock' | 'random'>,
  tx: Tx,
  actor: Actor,
  { kind, lane, input, webhookUrl }: Submission,
): Promise<{ task_id: string }> {
  if (webhookUrl !== undefined && !/^https?:\/\//i.test(webhookUrl)) {
    throw invalid('webhook_url', 'must be an http or https URL')
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
  await deps.queue.send(tx, queueOfLane[lane], {})
  await publish(tx, actor, {
    type: 'task.submitted',
    object: { type: 'task', id },
    data: { kind },
    at: now,
  })
  return { task_id: id }
}
