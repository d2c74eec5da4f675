import type { Message } from '@atelier/sdk'
import { describe, expect, test } from 'vitest'
import { groupByDay, withNewest } from './messages.ts'

function message(id: number, changes: Partial<Message> = {}): Message {
  return {
    id: String(id),
    channel: 'agent-alerts',
    author: { id: 1, name: 'Mia', kind: 'user' },
    title: null,
    text: `Message ${id}`,
    link: null,
    cta_label: null,
    notification_id: null,
    extra: {},
    created_at: new Date(2026, 10, 15, 12, id).toISOString(),
    ...changes,
  }
}

/** Like the server's response: newest first. */
function page(from: number, to: number, next_before: string | null = null) {
  return {
    results: Array.from({ length: from - to + 1 }, (_, index) => message(from - index)),
    next_before,
  }
}

describe('the loaded messages of a channel', () => {
  const known = withNewest(undefined, page(20, 11, '11'))

  test('grow at the end and keep the older pages', () => {
    const after = withNewest({ ...known, before: '5' }, page(22, 13, '13'))
    expect(after.messages.map(({ id }) => Number(id))).toEqual([
      11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
    ])
    expect(after.before).toBe('5')
  })

  test('are reloaded instead of shown with a gap', () => {
    const after = withNewest(known, page(50, 41, '41'))
    expect(after.messages).toHaveLength(10)
    expect(after.before).toBe('41')
  })
})

test('days have names, and messages by one author within minutes are grouped', () => {
  const now = new Date(2026, 10, 15, 18)
  const yesterday = message(0, { created_at: new Date(2026, 10, 14, 23).toISOString() })
  const days = groupByDay(
    [yesterday, message(1), message(2), message(30), message(31, { title: 'Alert' })],
    now,
  )
  expect(days.map(({ name }) => name)).toEqual(['Yesterday', 'Today'])
  expect(days[1]?.messages.map(({ isContinued }) => isContinued)).toEqual([
    false,
    true,
    false,
    false,
  ])
})
