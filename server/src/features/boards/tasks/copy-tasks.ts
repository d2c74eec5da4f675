import type { Actor } from '../../../http/permissions.ts'
import { cutAtWord } from '../../../lib/cut-text.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { type BoardRow, takeNumbers } from '../queries.ts'
import { changeTask, type Needs } from './change-task.ts'
import { newTask } from './create-task.ts'
import type { TaskRow } from './queries.ts'

interface Onto {
  board: BoardRow
  /** The column of the copy for a column of the original. */
  statusOf(status: string): string
  /** Of the first one; the others keep theirs. */
  title?: string
  /** The place of a copy; left out, it is the original's. */
  place?(original: TaskRow): Promise<string>
}

/**
 * Copies tasks with what is in them: texts, dates, people, tags, checklists and files, but neither
 * comments nor dependencies. Parents come before their parts, which become parts of the copy.
 */
export async function copyTasks(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  originals: readonly TaskRow[],
  onto: Onto,
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
    copies.push(await changeTask(deps, tx, actor, blank, changes, { quietly: true }))
  }
  return copies
}

function copied({ random }: Pick<Needs, 'random'>, task: TaskRow) {
  const { title, description, rich_description, start_date, due_date, priority, task_type } = task
  const { complete, estimated_hours, order, extra, custom_fields, tags, assignees } = task
  return {
    ...{ title, description, rich_description, start_date, due_date, priority, task_type },
    ...{ complete, estimated_hours, order, extra, custom_fields, tags, assignees },
    checklist: task.checklist.map((item) => ({ ...item, id: random.uuid() })),
    attachments: task.attachments,
  }
}

/** "Poster (copy)", within the length that a title may have. */
export function titleOfCopy(title: string): string {
  return `${cutAtWord(title, 240)} (copy)`
}
