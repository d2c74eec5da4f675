import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { followTask } from '../tasks/read-tasks.ts'
import type { BlurNowBody } from './schemas.ts'
import { submitTool } from './submit-tool.ts'

const maxWaitMs = 60_000

/** Blurs the background and waits for it; the task continues if it takes longer. */
export async function blurNow(
  deps: Deps,
  actor: Actor,
  { blur_value, radius, ...body }: BlurNowBody,
  leaving: AbortSignal,
): Promise<{ task_id: string; image_url?: string }> {
  const input = { ...body, radius: blur_value ?? radius }
  const { task_id } = await submitTool(deps, actor, 'blur-background', input)
  const reader: Actor = { ...actor, permissions: new Set(['tasks:read']) }
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(maxWaitMs)])
  for await (const { task } of followTask(deps, reader, task_id, 0, signal)) {
    if (task.status === 'FAILURE') {
      throw problem('image_tool_failed', { ...(task.error && { detail: task.error }) })
    }
    if (task.status !== 'SUCCESS') continue
    return { task_id, image_url: (task.result as { url: string }).url }
  }
  return { task_id }
}
