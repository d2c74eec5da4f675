import { describe, expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const marks = { same: ' ', added: '+', removed: '-' }
const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${marks[kind]}${text}`)

describe('lineDiff', () => {
  test('keeps equal lines at both ends and in between', () => {
    expect(shown('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([' a', '-b', '+x', ' c', ' d', '+e'])
  })

  test('compares with an empty text', () => {
    expect(shown('', 'a')).toEqual(['+a'])
    expect(shown('a', '')).toEqual(['-a'])
    expect(shown('', '')).toEqual([])
  })

  test('compares long texts with few changes', () => {
    const old = Array.from({ length: 20_000 }, (_, at) => `line ${at}`)
    const changes = { 0: 'first', 10000: 'middle', 19999: 'last' }
    const now = Object.assign([...old], changes)
    expect(shown(old.join('\n'), now.join('\n')).filter((line) => !line.startsWith(' '))).toEqual([
      ...['-line 0', '+first', '-line 10000', '+middle', '-line 19999', '+last'],
    ])
  })

  test('shows both sides whole if the comparison takes too long', () => {
    const [old, now] = ['a\nb\nc\nd', 'a\nx\nc\ny']
    const kinds = (timeoutMs?: number) => lineDiff(old, now, timeoutMs).map(({ kind }) => kind)
    expect(kinds()).toEqual(['same', 'removed', 'added', 'same', 'removed', 'added'])
    expect(kinds(-1)).toEqual(['same', ...Array(3).fill('removed'), ...Array(3).fill('added')])
  })

  test('replaces the lines between equal ends if too many of them changed', () => {
    const many = (word: string) =>
      Array.from({ length: 1100 }, (_, at) => `${word}${at}`).join('\n')
    const lines = lineDiff(`top\n${many('a')}`, `top\n${many('b')}`)
    expect(lines[0]).toEqual({ kind: 'same', text: 'top' })
    expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(1100)
    expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(1100)
  })
})
