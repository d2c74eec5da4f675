import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { requireBoard, visibleBoards } from '../access.ts'
import { requireTask } from '../tasks/access.ts'
import { changeTask, type Needs } from '../tasks/change-task.ts'
import { lockTaskRows, type TaskRow } from '../tasks/queries.ts'
import {
  deleteLink,
  insertLink,
  isWaitingFor,
  type Link,
  linksBetween,
  listLinks,
  lockDependencies,
  openBlockers,
  signsOfBoard,
} from './queries.ts'
import type { AddDependencyBody, Dependencies, Relation, RemoveDependencyBody } from './schemas.ts'

/** The field names of a link in the history of its source and its target. */
const fields: Record<Relation, { source: string; target: string }> = {
  BLOCKS: { source: 'blocks', target: 'blocked_by' },
  RELATES_TO: { source: 'relates_to', target: 'relates_to' },
  DUPLICATES: { source: 'duplicates', target: 'duplicated_by' },
}

export async function getDependencies(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  reference: string,
): Promise<Dependencies> {
  requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  return readDependencies(sql, actor, await requireTask(sql, actor, reference, 'read'))
}

/** Comments and open blockers of a board's tasks; tasks with neither are left out. */
export async function listTaskSigns({ db }: Pick<Deps, 'db'>, actor: Actor, reference: string) {
  requirePermission(actor, 'boards:read')
  const sql = db.workspace(actor.workspaceId)
  const { id } = await requireBoard(sql, actor, reference, 'read')
  const results = await signsOfBoard(sql, actor.workspaceId, id)
  return { count: results.length, results }
}

/** Links a task to another and records it in both histories. */
export async function addDependency(
  deps: Needs,
  actor: Actor,
  reference: string,
  { target_task_id, relation_type: relation }: AddDependencyBody,
): Promise<Dependencies> {
  requirePermission(actor, 'boards:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    await lockDependencies(tx, workspaceId)
    const [task, target] = await lockBoth(tx, actor, reference, target_task_id)
    const between = await linksBetween(tx, workspaceId, task.id, target.id)
    const isThere = between.some((link) => isMeant(link, task.id, relation))
    if (isThere) return readDependencies(tx, actor, task)
    if (relation === 'BLOCKS' && (await isWaitingFor(tx, workspaceId, task.id, target.id))) {
      throw problem('dependency_cycle', {
        detail: 'The other task already blocks this one, directly or indirectly.',
      })
    }
    const link = { source: task.id, target: target.id, relation }
    await insertLink(tx, workspaceId, link, deps.clock())
    const { source: here, target: there } = fields[relation]
    const verb = 'dependency_added'
    const added = (field: string, id: string) => [{ field, old: null, new: id }]
    await changeTask(deps, tx, actor, task, { about: { verb, beside: added(here, target.id) } })
    await changeTask(deps, tx, actor, target, { about: { verb, beside: added(there, task.id) } })
    return readDependencies(tx, actor, task)
  })
}

/** Removes one kind of link to another task, or all links between the two. */
export async function removeDependency(
  deps: Needs,
  actor: Actor,
  reference: string,
  { target_task_id, relation_type: relation }: RemoveDependencyBody,
): Promise<Dependencies> {
  requirePermission(actor, 'boards:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    await lockDependencies(tx, workspaceId)
    const [task, target] = await lockBoth(tx, actor, reference, target_task_id)
    const between = await linksBetween(tx, workspaceId, task.id, target.id)
    const gone = between.filter((link) => isMeant(link, task.id, relation))
    if (gone.length === 0) throw problem('dependency_not_found')
    for (const link of gone) await deleteLink(tx, workspaceId, link)
    const verb = 'dependency_removed'
    const removed = (of: TaskRow, other: TaskRow) =>
      gone.map((link) => {
        const side = link.source === of.id ? 'source' : 'target'
        return { field: fields[link.relation][side], old: other.id, new: null }
      })
    await changeTask(deps, tx, actor, task, { about: { verb, beside: removed(task, target) } })
    await changeTask(deps, tx, actor, target, { about: { verb, beside: removed(target, task) } })
    return readDependencies(tx, actor, task)
  })
}

/** Whether a link matches the given relation, seen from a task; RELATES_TO goes both ways. */
function isMeant(link: Link, taskId: string, relation: Relation | undefined): boolean {
  if (relation === undefined) return true
  return link.relation === relation && (link.source === taskId || relation === 'RELATES_TO')
}

async function lockBoth(
  tx: Tx,
  actor: Actor,
  reference: string,
  targetReference: string,
): Promise<[TaskRow, TaskRow]> {
  const task = await requireTask(tx, actor, reference, 'write')
  const target = await requireTask(tx, actor, targetReference, 'write')
  if (task.id === target.id) throw invalid('target_task_id', 'must be a different task')
  await lockTaskRows(tx, actor.workspaceId, [task.id, target.id])
  return [
    await requireTask(tx, actor, task.id, 'write'),
    await requireTask(tx, actor, target.id, 'write'),
  ]
}

async function readDependencies(sql: Sql, actor: Actor, { id }: TaskRow): Promise<Dependencies> {
  const visible = visibleBoards(sql, actor)
  const [links, blockers] = await Promise.all([
    listLinks(sql, actor.workspaceId, id, visible),
    openBlockers(sql, actor.workspaceId, id, visible),
  ])
  const brief = ({ relation: _, is_source: __, ...task }: (typeof links)[number]) => task
  const blocking = links.filter(({ relation }) => relation === 'BLOCKS')
  return {
    blocks: blocking.filter((link) => link.is_source).map(brief),
    blocked_by: blocking.filter((link) => !link.is_source).map(brief),
    related: links
      .filter(({ relation }) => relation !== 'BLOCKS')
      .map((link) => ({ ...brief(link), relation_type: relationSeen(link) })),
    is_blocked: blockers.length > 0,
  }
}

function relationSeen({ relation, is_source }: { relation: Relation; is_source: boolean }) {
  if (relation === 'RELATES_TO') return 'RELATES_TO'
  return is_source ? 'DUPLICATES' : 'DUPLICATED_BY'
}
