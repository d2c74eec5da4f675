import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { checkVideoSource } from './video-source.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'signals' | 'clock' | 'random'>

interface Submission {
  webhook_url?: string
  /** The tool's own fields. */
  [field: string]: unknown
}

/** The checks of all video tools before they accept a request. */
export async function submitVideoTool(
  deps: Needs,
  actor: Actor,
  kind: string,
  { webhook_url, ...input }: Submission,
  sources: [field: string, source: string][],
): Promise<{ task_id: string }> {
  requirePermission(actor, 'tools:write')
  for (const [field, source] of sources) await checkVideoSource(deps, actor, field, source)
  return deps.db.transaction(actor.workspaceId, (tx) =>
    submitTask(deps, tx, actor, { kind, lane: 'heavy', input, webhookUrl: webhook_url }),
  )
}
