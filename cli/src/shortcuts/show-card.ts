import type { Atelier, BoardTask, Comment, TaskActivity } from '@atelier/sdk/src/index.ts'
import { harmless, print } from '../output.ts'
import { record } from '../terminal/record.ts'
import { paint, screenWidth } from '../terminal/screen.ts'
import { wrapped } from '../terminal/text-width.ts'
import { harmlessLines, inOneLine, inWords, minute } from '../terminal/words.ts'

const recent = 8

/** A task with its comments and its latest activity. */
export async function showCard(client: Atelier, wanted: string, json: boolean | undefined) {
  const task = await client.boardTasks.get(wanted, {
    expand: 'status_details,board,assignees,tags',
  })
  const [{ results: activity }, comments] = await Promise.all([
    client.boardTasks.getActivity(task.id, { page_size: recent }),
    commentsOn(client, task.id),
  ])
  print(json, { task, comments, activity }, writeCard(task, comments, activity))
}

async function commentsOn(client: Atelier, id: string): Promise<Comment[]> {
  const comments: Comment[] = []
  const query = { content_type: 'task' as const, object_pk: id }
  for await (const comment of client.comments.list.all(query)) comments.push(comment)
  return comments.filter(({ is_deleted }) => !is_deleted)
}

function writeCard(task: BoardTask, comments: Comment[], activity: TaskActivity[]): string {
  const { slug, title, description, checklist } = task
  const facts = {
    status: `${inWords((task as { status_details?: unknown }).status_details ?? task.status)}${task.complete ? ' (done)' : ''}`,
    board: inWords(task.board),
    ...(task.priority && { priority: task.priority }),
    ...(task.due_date && { due: task.due_date }),
    ...(task.assignees.length > 0 && { assignees: task.assignees.map(personName).join(', ') }),
    ...(task.tags.length > 0 && { tags: task.tags.map(inWords).join(', ') }),
  }
  const parts = [paint('bold', harmless(`${slug}  ${title}`)), record(facts)]
  if (description) parts.push(block(description))
  if (checklist.length > 0) {
    const boxes = checklist.map((item) => harmless(`${item.done ? '[x]' : '[ ]'} ${item.title}`))
    parts.push(boxes.join('\n'))
  }
  if (comments.length > 0)
    parts.push([heading('Comments'), ...comments.map(commentLines)].join('\n'))
  parts.push([heading('Last changes'), ...activity.map(activityLine)].join('\n'))
  return parts.join('\n\n')
}

const heading = (text: string) => paint('dim', text)

function block(text: string): string {
  const width = Math.min(100, screenWidth())
  return wrapped(harmlessLines(text), width).join('\n')
}

function commentLines({ author, comment, created_at }: Comment): string {
  return `${paint('cyan', harmless(inWords(author)))}  ${paint('dim', minute(created_at))}\n${block(comment)}`
}

function activityLine({ timestamp, actor, verb, changes }: TaskActivity): string {
  // The fields of a new task are shown above; the board shows its position in the column.
  const told = verb === 'created' ? [] : changes.filter(({ field }) => field !== 'order')
  const what = told.map(changeInWords).join(', ')
  const line = `${minute(timestamp)}  ${inWords(actor)}  ${verb.replaceAll('_', ' ')}${what && `  ${what}`}`
  return wrapped(inOneLine(line), Math.min(100, screenWidth()) - 4).join('\n    ')
}

function changeInWords(change: TaskActivity['changes'][number]): string {
  const { field, old, new: now, old_display, new_display } = change
  const before = inWords(old_display ?? old)
  return `${field}: ${before ? `${before} → ` : ''}${inWords(new_display ?? now) || 'nothing'}`
}

/** A person with `expand`, otherwise an id. */
function personName(person: unknown): string {
  const { first_name, last_name, email } = (person ?? {}) as Record<string, string | undefined>
  return [first_name, last_name].filter(Boolean).join(' ') || email || inWords(person)
}
