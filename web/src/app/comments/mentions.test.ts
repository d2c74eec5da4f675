import { describe, expect, test } from 'vitest'
import { findMentionQuery, toTyped, toWritten } from './mentions.ts'

describe('mentions', () => {
  test('convert to typed text and back', () => {
    const comment = 'Ask @[Mia Wong](user:12) and @[Mia](user:3), not a@b.c'
    const { text, mentions } = toTyped(comment)
    expect(text).toBe('Ask @Mia Wong and @Mia, not a@b.c')
    expect(toWritten(text, mentions)).toBe(comment)
  })

  test('treat names as literal text', () => {
    expect(toWritten('@A.B (x)', new Map([['A.B (x)', 1]]))).toBe('@[A.B (x)](user:1)')
    expect(toWritten('@AxB', new Map([['A.B', 1]]))).toBe('@AxB')
  })

  test('are suggested after an @ at the start of a word', () => {
    expect(findMentionQuery('Hello @mi', 9)).toEqual({ start: 6, term: 'mi' })
    expect(findMentionQuery('@', 1)).toEqual({ start: 0, term: '' })
    expect(findMentionQuery('Hello @Mia Wo', 13)).toEqual({ start: 6, term: 'Mia Wo' })
    expect(findMentionQuery('mail@home', 9)).toBeUndefined()
    expect(findMentionQuery('@mia and more words', 19)).toBeUndefined()
  })
})
