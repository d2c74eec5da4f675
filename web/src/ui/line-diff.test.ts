import { describe, expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const marks = { same: ' ', added: '+', removed: '-' }
const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${marks[kind]}${text}`)

describe('lineDiff', () => {
  test('keeps what is the same at both ends and between', () => {
    expect(shown('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([' a', '-b', '+x', ' c', ' d', '+e'])
  })

  test('from nothing and to nothing', () => {
    expect(shown('', 'a')).toEqual(['+a'])
    expect(shown('a', '')).toEqual(['-a'])
    expect(shown('', '')).toEqual([])
  })

  test('what is too long to compare is replaced, ends aside', () => {
    const many = (word: string) =>
      Array.from({ length: 1100 }, (_, at) => `${word}${at}`).join('\n')
    const lines = lineDiff(`top\n${many('a')}`, `top\n${many('b')}`)
    expect(lines[0]).toEqual({ kind: 'same', text: 'top' })
    expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(1100)
    expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(1100)
  })
})
