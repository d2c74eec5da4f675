import type { Deps } from '../../../deps.ts'
import { requireJsonSize } from '../../../http/body/json-size.ts'
import type { Actor } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { changeCustomFields } from '../fields/change-values.ts'
import { findPeople } from '../find-people.ts'
import { peopleWhoSee } from '../member-queries.ts'
import { chooseTags } from '../tags/choose-tags.ts'
import type { TaskRow } from './queries.ts'
import type { UpdateTaskBody } from './schemas.ts'
import type { TaskChanges } from './state.ts'

/** Validates the fields of a body that do not depend on other tasks. */
export async function readChanges(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: Actor,
  task: TaskRow,
  body: UpdateTaskBody,
): Promise<TaskChanges> {
  requireJsonSize('extra', body.extra, 64)
  checkDates({ ...task, ...body })
  const { status: _, complete: __, parent: ___, apply_to: ____, ...rest } = body
  const { tags, assignees, custom_fields, rich_description, extra, ...plain } = rest
  // The database has no -0.
  const values = Object.entries(plain).map(([name, value]) => [name, value === 0 ? 0 : value])
  const changes: TaskChanges = Object.fromEntries(values)
  if (plain.title !== undefined) changes.title = plain.title.trim()
  if (extra !== undefined) changes.extra = asStored(extra)
  if (rich_description !== undefined) {
    requireJsonSize('rich_description', rich_description, 512)
    changes.rich_description = asStored(rich_description)
  }
  if (custom_fields !== undefined) {
    const given = asStored(custom_fields) as Record<string, unknown>
    const { board, custom_fields: before } = task
    changes.custom_fields = await changeCustomFields(tx, actor, board, before, given)
  }
  if (tags !== undefined) changes.tags = await chooseTags(tx, actor.workspaceId, tags, clock())
  if (assignees !== undefined) {
    changes.assignees = await chooseAssignees(tx, actor, task, assignees)
  }
  return changes
}

function checkDates({ start_date, due_date }: Pick<TaskRow, 'start_date' | 'due_date'>): void {
  if (start_date && due_date && start_date > due_date) {
    throw invalid('due_date', `must not be before start_date (${start_date})`)
  }
}

/** In the form that the database returns, so that equal values compare as equal. */
function asStored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}

/** Existing assignees may stay; new ones must see the board. */
async function chooseAssignees(
  tx: Tx,
  actor: Actor,
  task: TaskRow,
  given: readonly (number | string)[],
): Promise<number[]> {
  const { workspaceId } = actor
  const wanted = await findPeople(tx, actor, (at) => `assignees.${at}`, given)
  const added = wanted.filter((id) => !task.assignees.includes(id))
  const known = await peopleWhoSee(tx, workspaceId, task.board, added)
  const unknown = wanted.findIndex((id) => added.includes(id) && !known.has(id))
  if (unknown >= 0) throw invalid(`assignees.${unknown}`, 'is not a member who can see this board')
  return [...new Set(wanted)].sort((a, b) => a - b)
}
