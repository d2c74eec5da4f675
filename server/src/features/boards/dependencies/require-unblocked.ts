import type { Actor } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { visibleBoards } from '../access.ts'
import { openBlockers } from './queries.ts'

const maxNamed = 10

/** A task cannot be completed before its blockers; the error names them. */
export async function requireUnblocked(
  tx: Tx,
  actor: Actor,
  taskId: string,
  together: ReadonlySet<string> = new Set(),
): Promise<void> {
  const found = await openBlockers(tx, actor.workspaceId, taskId, visibleBoards(tx, actor))
  const open = found.filter(({ id }) => !together.has(id))
  if (open.length === 0) return
  const visible = open.filter(({ is_visible }) => is_visible)
  const names = visible.slice(0, maxNamed).map(({ slug, title }) => `${slug} “${title}”`)
  const hidden = open.length - names.length
  if (hidden > 0) names.push(names.length > 0 ? `${hidden} more` : `${hidden} that you cannot see`)
  throw problem('task_is_blocked', { detail: `The task is blocked by ${names.join(', ')}.` })
}
