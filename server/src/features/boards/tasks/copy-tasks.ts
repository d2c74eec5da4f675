import type { Actor } from '../../../http/permissions.ts'
import { cutAtWord } from '../../../lib/cut-text.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { type BoardRow, takeNumbers } from '../queries.ts'
import { changeTask, type Needs } from './change-task.ts'
import { newTask } from './create-task.ts'
import { settableFields } from './fields.ts'
import type { TaskRow } from './queries.ts'
import { requireTaskQuota } from './require-task-quota.ts'
import type { TaskChanges } from './state.ts'

interface CopyTarget {
  board: BoardRow
  /** Maps a column of the original to a column of the copy. */
  statusOf(status: string): string
  /** For the first task; the others keep their titles. */
  title?: string
  /** The position of a copy. Defaults to the original's. */
  place?(original: TaskRow): Promise<string>
}

/**
 * Copies tasks with their texts, dates, people, tags, checklists and files, but without comments
 * and dependencies. Parents come before their subtasks, which become subtasks of the copy.
 */
export async function copyTasks(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  originals: readonly TaskRow[],
  onto: CopyTarget,
): Promise<TaskRow[]> {
  const { board } = onto
  const copies: TaskRow[] = []
  const copyOf = new Map<string, string>()
  if (originals.length === 0) return copies
  let number = await takeNumbers(tx, actor.workspaceId, board.id, originals.length)
  for (const original of originals) {
    const status = onto.statusOf(original.status)
    const blank = newTask(deps, actor, board, { number: number++, status })
    const isFirst = copies.length === 0
    const changes = {
      ...copied(deps, original),
      status,
      parent:
        copyOf.get(original.parent ?? '') ?? (original.board === board.id ? original.parent : null),
      ...(isFirst && onto.title !== undefined && { title: onto.title }),
      ...(onto.place && { order: await onto.place(original) }),
    }
    copyOf.set(original.id, blank.id)
    copies.push(await changeTask(deps, tx, actor, blank, { ...changes, about: { quietly: true } }))
  }
  await requireTaskQuota(deps, tx, actor)
  return copies
}

function copied({ random }: Pick<Needs, 'random'>, task: TaskRow): TaskChanges {
  return {
    ...Object.fromEntries(settableFields.map((name) => [name, task[name]])),
    checklist: task.checklist.map((item) => ({ ...item, id: random.uuid() })),
    attachments: task.attachments,
  }
}

/** "Poster (copy)", within the maximum title length. */
export function titleOfCopy(title: string): string {
  return `${cutAtWord(title, 240)} (copy)`
}
