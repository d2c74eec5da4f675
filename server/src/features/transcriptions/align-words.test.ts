import { describe, expect, test } from 'vitest'
import { alignBudget, alignWords } from './align-words.ts'

const word = (text: string, start: number, end: number) => ({ text, start, end })
const before = [
  { ...word('Good', 0, 300), confidence: 0.9 },
  word('mourning', 400, 800),
  word('my', 900, 1000),
  word('friends.', 1000, 1500),
]
const aligned = (text: string) =>
  alignWords({ text, start: 0, end: 1500 }, before, alignBudget()) ?? []

describe('words of a corrected phrase', () => {
  test('keep their times, and a replacement takes the time of what it replaces', () => {
    const [good, , my, friends] = before
    expect(aligned('Good morning my friends.')).toEqual([
      good,
      word('morning', 400, 800),
      my,
      friends,
    ])
    expect(aligned('my friends.')).toEqual([my, friends])
  })

  test('share time where there are more or fewer of them', () => {
    expect(aligned('Good day to you my friends.').slice(1, 4)).toEqual([
      word('day', 400, 533),
      word('to', 533, 667),
      word('you', 667, 800),
    ])
    expect(aligned('Good mourning, dear my friends.').slice(1, 3)).toEqual([
      word('mourning,', 400, 600),
      word('dear', 600, 800),
    ])
    expect(aligned('Good mourning to my friends.')[2]).toEqual(word('to', 800, 900))
    expect(aligned('Oh Good mourning my friends. Bye')).toEqual([
      word('Oh', 0, 0),
      ...before,
      word('Bye', 1500, 1500),
    ])
    expect(aligned('  ')).toEqual([])
  })

  test('also in a phrase with thousands of changed words', () => {
    const many = (name: string) => Array.from({ length: 3000 }, (_, at) => `${name}${at}`)
    const old = many('a').map((text, at) => word(text, at, at + 1))
    const words =
      alignWords({ text: many('b').join(' '), start: 0, end: 3000 }, old, alignBudget()) ?? []
    expect([words.length, words[2999]]).toEqual([3000, word('b2999', 2999, 3000)])
  })
})
