import type { TaskActivity } from '@atelier/sdk'
import { toTyped } from '../../../app/comments/mentions.ts'
import { findLabel, type ReadableChange, readable, readName } from './change-words.ts'

type Change = TaskActivity['changes'][number]

export interface ReadableEntry {
  /** The action, to be shown after the actor's name. */
  summary: string
  /** Details that don't fit the summary: several fields at once, or long texts as a line diff. */
  changes: ReadableChange[]
}

/** An activity entry as a sentence. Technical details are left out. */
export function inWords(
  { verb, changes, comment }: TaskActivity,
  fieldNames: ReadonlyMap<string, string>,
): ReadableEntry {
  const of = (field: string) => changes.find((change) => change.field === field)
  const alone = (summary: string): ReadableEntry => ({ summary, changes: [] })
  switch (verb) {
    case 'created': {
      const parent = readName(of('parent')?.new_display)
      const place = readName(of('status')?.new_display)
      return alone(
        `created the task${place && ` in ${place}`}${parent && `, as a subtask of ${parent}`}`,
      )
    }
    case 'completed':
    case 'reopened': {
      const what = verb === 'completed' ? 'completed the task' : 'reopened the task'
      const way = where(of('status'))
      return withRest(`${what}${way && `, moving it${way}`}`, changes, fieldNames, ['status'])
    }
    case 'status_changed': {
      const board = of('board')
      const path = board ? where(board, 'board ') : where(of('status'))
      return withRest(`moved the task${path}`, changes, fieldNames, ['status', 'board'])
    }
    case 'assigned':
    case 'unassigned':
      return withRest(assignedInWords(of('assignees')), changes, fieldNames, ['assignees'])
    case 'commented':
      return alone(comment ? `commented: “${shortened(comment)}”` : 'wrote a comment, now deleted')
    case 'comment_edited':
      return commentEdited(of('comment'))
    case 'comment_deleted':
      return alone('deleted a comment')
    case 'attached':
      return alone(`attached ${readName(of('attachments')?.new_display) || 'a file'}`)
    case 'detached':
      return alone(`removed the file ${readName(of('attachments')?.old_display)}`.trimEnd())
    case 'dependency_added':
    case 'dependency_removed':
      return alone(dependencyInWords(changes[0], verb === 'dependency_added'))
    case 'deleted':
      return alone('deleted the task')
    default:
      return updatedInWords(changes, fieldNames)
  }
}

/** The summary covers one change; the other changes are listed below it. */
function withRest(
  summary: string,
  changes: readonly Change[],
  fieldNames: ReadonlyMap<string, string>,
  told: string[],
): ReadableEntry {
  const rest = changes.filter(({ field }) => !told.includes(field))
  return { summary, changes: rest.flatMap((change) => readable(change, fieldNames)) }
}

function where(change: Change | undefined, noun = ''): string {
  const from = readName(change?.old_display)
  const to = readName(change?.new_display)
  return `${from && ` from ${noun}${from}`}${to && ` to ${noun}${to}`}`
}

function assignedInWords(change: Change | undefined): string {
  const before = splitNames(change?.old_display)
  const after = splitNames(change?.new_display)
  const added = list(after.filter((name) => !before.includes(name)))
  const removed = list(before.filter((name) => !after.includes(name)))
  if (added && removed) return `assigned ${added} instead of ${removed}`
  return added ? `assigned ${added}` : `unassigned ${removed || 'someone'}`
}

function commentEdited(change: Change | undefined): ReadableEntry {
  const [before, after] = [change?.old, change?.new].map((text) => toTyped(String(text ?? '')).text)
  // Deleting a comment also deletes its earlier versions.
  if (!before && !after) return { summary: 'edited a comment, now deleted', changes: [] }
  const text = { before: before ?? '', after: after ?? '', isLong: true }
  return { summary: 'edited a comment', changes: [{ label: 'Comment', ...text }] }
}

const added: Record<string, (other: string) => string> = {
  blocks: (other) => `marked the task as blocking ${other}`,
  blocked_by: (other) => `marked the task as blocked by ${other}`,
  relates_to: (other) => `linked the task to ${other}`,
  duplicates: (other) => `marked the task as a duplicate of ${other}`,
  duplicated_by: (other) => `marked ${other} as a duplicate of the task`,
}

const removed: Record<string, (other: string) => string> = {
  blocks: (other) => `marked the task as no longer blocking ${other}`,
  blocked_by: (other) => `marked the task as no longer blocked by ${other}`,
  relates_to: (other) => `unlinked the task from ${other}`,
  duplicates: (other) => `marked the task as not a duplicate of ${other}`,
  duplicated_by: (other) => `marked ${other} as not a duplicate of the task`,
}

function dependencyInWords(change: Change | undefined, isAdded: boolean): string {
  const other = readName(isAdded ? change?.new_display : change?.old_display) || 'another task'
  const words = (isAdded ? added : removed)[change?.field ?? '']
  return words?.(other) ?? `${isAdded ? 'linked the task to' : 'unlinked the task from'} ${other}`
}

function updatedInWords(
  changes: readonly Change[],
  fieldNames: ReadonlyMap<string, string>,
): ReadableEntry {
  const items = changes.filter(({ field }) => field === 'checklist').map(itemInWords)
  const rows = changes.flatMap((change) => readable(change, fieldNames))
  if (items.length > 0) return { summary: items.join(', '), changes: rows }
  const [only] = changes
  if (changes.length === 1 && only) {
    if (only.field === 'order') return { summary: 'moved the task within its column', changes: [] }
    return oneInWords(only, rows[0], findLabel(only.field, fieldNames))
  }
  const labels = changes.flatMap(({ field }) => findLabel(field, fieldNames) ?? [])
  return { summary: `changed ${list(labels.map(small)) || 'the task'}`, changes: rows }
}

function oneInWords(
  { field, old_display, new_display }: Change,
  row: ReadableChange | undefined,
  label: string | undefined,
): ReadableEntry {
  const alone = (summary: string): ReadableEntry => ({ summary, changes: [] })
  if (field === 'parent') {
    if (new_display !== null) return alone(`made the task a subtask of ${readName(new_display)}`)
    return alone(`removed the task from ${readName(old_display)}`)
  }
  if (!row) return alone(label ? `changed the ${small(label)}` : 'changed the task')
  const name = small(row.label)
  if (row.isLong) return { summary: `changed the ${name}`, changes: [row] }
  if (field === 'title') return alone(`renamed the task from “${row.before}” to “${row.after}”`)
  if (row.before === 'none') return alone(`set the ${name} to ${row.after}`)
  if (row.after === 'none') return alone(`removed the ${name}, which was ${row.before}`)
  return alone(`changed the ${name} from ${row.before} to ${row.after}`)
}

interface Item {
  title: string
  done: boolean
}

function itemInWords(change: Change): string {
  const old = change.old as Item | null
  const now = change.new as Item | null
  if (!old) return `added “${now?.title}” to the checklist`
  if (!now) return `removed “${old.title}” from the checklist`
  if (old.title !== now.title) return `renamed “${old.title}” to “${now.title}”`
  if (old.done !== now.done) return `${now.done ? 'checked' : 'unchecked'} “${now.title}”`
  return `moved “${now.title}” in the checklist`
}

function list(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words)
}

/** The names come as one comma-separated text. */
function splitNames(display: string | null | undefined): string[] {
  return readName(display).split(', ').filter(Boolean)
}

/** For use within a sentence; a name in capitals stays as it is. */
function small(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

const maxLetters = 140

/** A comment on one line, with mentions as names. */
function shortened(comment: string): string {
  const line = toTyped(comment).text.replaceAll(/\s+/g, ' ').trim()
  return line.length > maxLetters ? `${line.slice(0, maxLetters).trimEnd()} …` : line
}
