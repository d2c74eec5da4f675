import { expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

const size = 100_000
const times = (unit: string) => unit.repeat(size / unit.length)
/** Markdown that takes other renderers long, or makes their output huge. */
const hostile = {
  'open brackets': times('['),
  'open images': times('!['),
  'nested images': '!['.repeat(size / 6) + '](a)'.repeat(size / 6),
  'broken references': times('[a\n'),
  'lazy quotes': '>'.repeat(size / 2) + '\na'.repeat(size / 4),
  'quotes in quotes': times('> '),
  'lists in lists': times('1. '),
  'both in turns': times('> - '),
  emphasis: times('*_'),
  backticks: Array.from({ length: 440 }, (_, n) => `a${'`'.repeat(n)}`).join(''),
  'cells that are not there': `${'|a'.repeat(200)}\n${'|-'.repeat(200)}\n${'|\n'.repeat(30_000)}`,
  'a wide table': `${'|a'.repeat(20_000)}\n${'|-'.repeat(20_000)}\n|a|`,
  'many tables': times('|a|\n|-|\n|b|\n\n'),
  addresses: times('http://a.b/ '),
  'open autolinks': times('<http://a'),
  'mail addresses': times('a@b.'),
  entities: times('&#x'),
  'short lines': times('a\n'),
  'short paragraphs': times('a\n\n'),
  'one word': times('a'),
}

type Hostile = keyof typeof hostile

/** These take most of the time. */
export const slowest: readonly Hostile[] = [
  'open brackets',
  'open images',
  'broken references',
  'lazy quotes',
  'emphasis',
  'cells that are not there',
  'a wide table',
  'many tables',
  'short paragraphs',
]
export const others = (Object.keys(hostile) as Hostile[]).filter((name) => !slowest.includes(name))

export function testHostileMarkdown(names: readonly Hostile[]): void {
  test.each(names)('%s: 100 kB produce an email of bounded size', (name) => {
    const { html, text } = renderMarkdown(hostile[name])
    expect(html.length).toBeLessThan(6 * size)
    expect(text.length).toBeLessThan(2 * size)
    expect(measureDepth(html)).toBeLessThanOrEqual(60)
  })
}

/** How deeply the elements are nested. */
export function measureDepth(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z0-9]+)/g)) {
    if (name === 'br' || name === 'hr') continue
    depth += slash ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
