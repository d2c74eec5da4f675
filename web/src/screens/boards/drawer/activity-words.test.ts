import type { TaskActivity } from '@atelier/sdk/src/index.ts'
import { describe, expect, test } from 'vitest'
import { inWords } from './activity-words.ts'

type Change = TaskActivity['changes'][number]

const uuid = '96c5a3cc-5019-4a5d-b198-65d46b8a77db'
const names = new Map([['channel', 'Channel']])

function change(field: string, more: Partial<Change>): Change {
  return { field, old: null, new: null, old_display: null, new_display: null, ...more }
}

function describeEntry(
  verb: TaskActivity['verb'],
  changes: Change[] = [],
  comment: string | null = null,
) {
  return inWords({ verb, changes, comment } as TaskActivity, names)
}

const moved = change('status', { old: uuid, new: uuid, old_display: 'To Do', new_display: 'Done' })
const other = 'LAUNCH-1 Settle the story'

describe('every verb becomes a sentence with names', () => {
  const sentences: [TaskActivity['verb'], Change[], string][] = [
    [
      'created',
      [change('status', { new: uuid, new_display: 'Draft' })],
      'created the task in Draft',
    ],
    ['status_changed', [moved], 'moved the task from To Do to Done'],
    [
      'status_changed',
      [moved, change('board', { old_display: 'Autumn', new_display: 'Winter' })],
      'moved the task from board Autumn to board Winter',
    ],
    ['completed', [moved], 'completed the task, moving it from To Do to Done'],
    ['reopened', [moved], 'reopened the task, moving it from To Do to Done'],
    ['assigned', [people(null, 'Mia Wong, Jo Park')], 'assigned Mia Wong and Jo Park'],
    ['assigned', [people('Mia Wong', 'Jo Park')], 'assigned Jo Park instead of Mia Wong'],
    ['unassigned', [people('Mia Wong, Jo Park', 'Jo Park')], 'unassigned Mia Wong'],
    ['comment_deleted', [change('comment', {})], 'deleted a comment'],
    ['comment_edited', [change('comment', {})], 'edited a comment, now deleted'],
    ['attached', [change('attachments', { new: uuid, new_display: 'a.png' })], 'attached a.png'],
    [
      'detached',
      [change('attachments', { old: uuid, old_display: 'a.png' })],
      'removed the file a.png',
    ],
    [
      'dependency_added',
      [change('blocks', { new: uuid, new_display: other })],
      `marked the task as blocking ${other}`,
    ],
    [
      'dependency_added',
      [change('duplicated_by', { new: uuid, new_display: other })],
      `marked ${other} as a duplicate of the task`,
    ],
    [
      'dependency_removed',
      [change('blocked_by', { old: uuid, old_display: other })],
      `marked the task as no longer blocked by ${other}`,
    ],
    ['deleted', [], 'deleted the task'],
    ['updated', [change('due_date', { new: '1999-12-01' })], 'set the due date to Dec 1, 1999'],
    [
      'updated',
      [change('priority', { old: 'low', new: 'high' })],
      'changed the priority from low to high',
    ],
    ['updated', [change('priority', { old: 'low' })], 'removed the priority, which was low'],
    ['updated', [change('title', { old: 'A', new: 'B' })], 'renamed the task from “A” to “B”'],
    ['updated', [change('custom_fields.channel', { new: 'Shop' })], 'set the channel to Shop'],
    [
      'updated',
      [change('parent', { new: uuid, new_display: other })],
      `made the task a subtask of ${other}`,
    ],
    ['updated', [change('order', { old: 'a', new: 'b' })], 'moved the task within its column'],
    ['updated', [change('extra', { old: {}, new: { a: 1 } })], 'changed the extra data'],
    // An object that was deleted before its name was recorded.
    [
      'attached',
      [change('attachments', { new: uuid, new_display: uuid })],
      'attached a deleted object',
    ],
  ]
  test.each(sentences)('%s', (verb, changes, sentence) => {
    const { summary } = describeEntry(verb, changes)
    expect(summary).toBe(sentence)
    expect(JSON.stringify(describeEntry(verb, changes))).not.toContain(uuid)
  })

  function people(before: string | null, after: string | null): Change {
    return change('assignees', { old: [1], new: [2], old_display: before, new_display: after })
  }
})

test('a comment is quoted on one line, with mentions as names', () => {
  const comment = 'Look,\n@[Mia Wong](user:2)!'
  expect(describeEntry('commented', [], comment).summary).toBe('commented: “Look, @Mia Wong!”')
  expect(describeEntry('commented', [], 'a'.repeat(500)).summary.length).toBeLessThan(170)
  expect(describeEntry('commented').summary).toBe('wrote a comment, now deleted')
})

test('several changed fields are listed one by one, long texts as line diffs', () => {
  const { summary, changes } = describeEntry('updated', [
    change('description', { old: 'one\ntwo', new: 'one\nthree' }),
    change('priority', { new: 'high' }),
    change('custom_fields.channel', { old: 'Shop', new: 'x'.repeat(100) }),
  ])
  expect(summary).toBe('changed description, priority, and channel')
  expect(changes.map(({ label, isLong }) => [label, isLong])).toEqual([
    ['Description', true],
    ['Priority', undefined],
    ['Channel', true],
  ])
  const edited = describeEntry('comment_edited', [change('comment', { old: 'a', new: 'b' })])
  expect(edited.changes).toEqual([{ label: 'Comment', before: 'a', after: 'b', isLong: true }])
})
