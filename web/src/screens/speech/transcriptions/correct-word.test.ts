import { describe, expect, test } from 'vitest'
import { correctPhrase, correctWord } from './correct-word.ts'
import { findWord } from './find-word.ts'

const phrases = [
  {
    start: 0,
    end: 1000,
    text: 'Hello their',
    words: [
      { text: 'Hello', start: 0, end: 400, confidence: 0.9 },
      { text: 'their', start: 500, end: 1000 },
    ],
  },
  { start: 1200, end: 1500, text: 'Yes.', words: [{ text: 'Yes.', start: 1200, end: 1500 }] },
]

describe('a corrected word', () => {
  test('keeps its time and leaves the others as they are', () => {
    const [first, second] = correctWord(phrases, 0, 1, 'there.')
    expect(first).toEqual({
      ...phrases[0],
      text: 'Hello there.',
      words: [phrases[0]?.words[0], { text: 'there.', start: 500, end: 1000 }],
    })
    expect(second).toBe(phrases[1])
  })

  test('that becomes two shares its time', () => {
    const words = correctWord(phrases, 0, 1, ' over  there ')[0]?.words
    expect(words?.slice(1)).toEqual([
      { text: 'over', start: 500, end: 750 },
      { text: 'there', start: 750, end: 1000 },
    ])
  })

  test('that becomes empty is removed, and so is a phrase left empty', () => {
    expect(correctWord(phrases, 0, 0, '')[0]?.text).toBe('their')
    expect(correctWord(phrases, 1, 0, ' ')).toHaveLength(1)
    expect(correctPhrase(phrases, 1, 'No.')[1]).toMatchObject({ text: 'No.', start: 1200 })
  })
})

test('the word at a time is found, and none between words', () => {
  const words = phrases.flatMap((phrase) => phrase.words)
  expect(
    [0, 399, 400, 450, 500, 999, 1100, 1200, 1499, 1500].map((ms) => findWord(words, ms)),
  ).toEqual([0, 0, -1, -1, 1, 1, -1, 2, 2, -1])
  expect(findWord([], 10)).toBe(-1)
})
