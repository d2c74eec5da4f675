import { expect, test } from 'vitest'
import { boardLines } from './board-lines.ts'
import { eventLine } from './event-line.ts'
import { list } from './list.ts'
import { record } from './record.ts'
import { table } from './table.ts'
import { cut, measureWidth, wrapped } from './text-width.ts'

test('Chinese and emoji take two columns', () => {
  expect(['abc', '漢字', '🙂', 'é'].map(measureWidth)).toEqual([3, 4, 2, 1])
  expect(['⚠', '⚠\ufe0f', '1\ufe0f\u20e3', '🇩🇪', '👨‍👩‍👧'].map(measureWidth)).toEqual([
    1, 2, 2, 2, 2,
  ])
  expect(cut('漢字漢字', 5)).toBe('漢字…')
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three'])
})

test('a table that is too wide cuts the widest columns, then drops the last ones, but never cuts ids', () => {
  const rows = [
    ['ID', 'TITLE', 'NOTE'],
    ['0123456789', 'a title that is long', 'a note that is longer than that'],
  ]
  for (const width of [80, 60, 50]) {
    const lines = table(rows, { width }).split('\n')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
    expect(lines[1]).toContain('0123456789')
  }
  expect(table(rows, { width: 50 })).toContain('…')
  expect(table(rows, { width: 30 })).not.toContain('NOTE')
})

test('names cannot inject terminal control sequences', () => {
  expect(table([['A'], ['\u001b[2J']])).not.toContain('\u001b')
  expect(record({ name: '\u001b]0;x\u0007' })).not.toContain('\u001b')
  const card = { slug: 'A-1', title: '\u001b[31m', priority: null, due_date: null, complete: false }
  expect(boardLines('\u001b', [{ title: '\u001b', tasks: [card], hidden: 0 }])).not.toContain(
    '\u001b',
  )
})

test('a list shows identifying columns first and leaves out foreign ids', () => {
  const id = '8d0f9a52-2c65-4b2c-9a8e-4a1f6f0f2a11'
  const row = { extra: {}, board: id, created_at: '2026-11-15T09:30:00.000Z', title: 'T', id }
  expect(list([row]).split('\n')[0]).toMatch(/^ID +TITLE +CREATED$/)
  expect(list([{ ...row, slug: 'LAUNCH-1' }]).split('\n')[0]).toMatch(/^SLUG +TITLE +CREATED$/)
  const twice = { ...row, status: 'SUCCESS', state: 'SUCCESS' }
  expect(list([twice]).split('\n')[0]).toMatch(/^ID +TITLE +STATUS +CREATED$/)
})

test('a task that never started is printed like any other', () => {
  const progress = { percent: 0, stage: null }
  const line = eventLine({ task_id: 'x', status: 'REVOKED', progress })
  expect(line).toBe('REVOKED     0 %')
  expect(eventLine({ task_id: 'x', status: 'PENDING', progress: null })).toBe('PENDING     0 %')
})
