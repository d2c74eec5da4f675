import { describe, expect, test } from 'vitest'
import { findNextPage, pageSize, withHead, withMore } from './long-list.ts'

/** Entries from the newest (the highest number) down. */
function entries(from: number, to: number) {
  return Array.from({ length: from - to + 1 }, (_, index) => {
    const id = String(from - index).padStart(4, '0')
    return { id, created_at: `2026-01-01T00:00:00.${id}Z` }
  })
}

describe('a partly loaded list', () => {
  const read = { items: entries(1000, 751), count: 1000 }

  test('new items are added in front, older ones stay', () => {
    const after = withHead(read, { results: entries(1002, 903), count: 1002 })
    expect(after.items).toEqual(entries(1002, 751))
  })

  test('items missing from the first page are removed', () => {
    const results = entries(1000, 900).filter(({ id }) => id !== '0950')
    const after = withHead(read, { results, count: 999 })
    expect(after.items.map(({ id }) => id)).not.toContain('0950')
    expect(after.items).toHaveLength(249)
  })

  test('a first page that is not full is the whole list', () => {
    expect(withHead(read, { results: entries(1000, 990), count: 11 }).items).toHaveLength(11)
  })

  test('shifted pages cause no duplicates and no gaps', () => {
    const two = { items: entries(1000, 801), count: 1000 }
    expect(findNextPage(two)).toBe(3)
    // Three were archived, so page 3 now starts three entries later.
    const fewer = { items: two.items.slice(3), count: 997 }
    expect(findNextPage(fewer)).toBe(2)
    const after = withMore(fewer, { results: entries(897, 798), count: 997 })
    expect(after.items).toEqual(entries(997, 798))
    expect(after.items).toHaveLength(2 * pageSize)
  })
})
