import { describe, expect, test } from 'vitest'
import { applyChanges, findConflicts, findTime, withChange } from './text-changes.ts'

const first = {
  start: 0,
  end: 900,
  text: 'Good mourning',
  words: [
    { text: 'Good', start: 0, end: 300 },
    { text: 'mourning', start: 400, end: 900 },
  ],
}
const second = { start: 1000, end: 1500, text: 'Hello.' }
const phrases = [first, second]

describe('changed texts', () => {
  test('are sent without words, the others as they are, and empty ones not at all', () => {
    const changes = withChange({}, first, ' Good \n morning ')
    expect(applyChanges(phrases, changes)).toEqual([
      { start: 0, end: 900, text: 'Good morning' },
      second,
    ])
    expect(applyChanges(phrases, withChange({}, second, ' '))).toEqual([first])
    expect(withChange(changes, { ...first, text: 'else' }, 'Good mourning')).toEqual({})
  })

  test('conflict only with another change of the same phrase', () => {
    const changes = withChange({}, first, 'Good morning')
    const now = (text: string) => [{ ...first, text }, second]
    expect(findConflicts(phrases, changes)).toEqual([])
    expect(findConflicts([first, { ...second, text: 'Hi.' }], changes)).toEqual([])
    expect(findConflicts(now('Good morning'), changes)).toEqual([])
    expect(findConflicts(now('Good evening'), changes)).toMatchObject([
      { start: 0, base: 'Good mourning', mine: 'Good morning', theirs: 'Good evening' },
    ])
    expect(findConflicts([second], changes)).toMatchObject([{ theirs: '' }])
    expect(applyChanges([second], changes)[0]).toEqual({ start: 0, end: 900, text: 'Good morning' })
  })

  test('know the time of the word at the cursor', () => {
    expect([0, 3, 4, 5, 13].map((at) => findTime(first, first.text, at))).toEqual([
      0, 0, 0, 400, 400,
    ])
    expect(findTime(second, 'Hello.', 3)).toBe(1000)
  })
})
