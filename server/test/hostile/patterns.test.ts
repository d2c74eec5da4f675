import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** No regular expression takes time that grows with the square of a tenant's text. */
const source = join(import.meta.dirname, '../../src')

/** Runs only in engines' child processes, which have a deadline. */
const inChildren = /^engines\/speech\//

/** These only see short texts. */
const bounded: Record<string, string> = {
  'channels/chat/slack-inline.ts (?:[\\p{L}\\p{N}-]+\\.)+\\p{L}{2,}':
    'labels are cut to 100 characters',
}

interface Pattern {
  place: string
  regex: RegExp
  text: string
}

async function patternsOf(file: string): Promise<Pattern[]> {
  const text = await readFile(join(source, file), 'utf8')
  const root = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Pattern[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = root.getLineAndCharacterOfPosition(node.getStart())
      const end = node.text.lastIndexOf('/')
      const regex = new RegExp(node.text.slice(1, end), node.text.slice(end + 1))
      found.push({ place: `${file}:${line + 1} ${node.text}`, regex, text: node.text })
    }
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

const pieces = [
  ...[' ', '\n', '\t', '\r\n', 'a', 'A', '1', '0', '.', ',', ';', ':', '-', '_', '/', '\\', '…'],
  ...[
    '<',
    '>',
    '"',
    "'",
    '`',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '!',
    '*',
    '@',
    '#',
    '$',
    '%',
    '&',
    '=',
  ],
  ...['~', '+', '|', '^', 'é', '日', '\u00a0', '\u200d', '😀', 'a.', 'a-', '1.', '1,', 'a ', '<a'],
  ...['](', '[a', 'a@', '@a', '<!--', '<?', 'http://', '. ', '--', '${', '.a', '&#', '> '],
]

/** Milliseconds of CPU of this thread; the smallest of a few tries, because the first may compile. */
function cost(regex: RegExp, text: string): number {
  let smallest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const before = process.threadCpuUsage().user
    if (regex.global) text.replaceAll(regex, '')
    else regex.test(text)
    regex.lastIndex = 0
    smallest = Math.min(smallest, (process.threadCpuUsage().user - before) / 1000)
    if (smallest < maxMs) break
  }
  return smallest
}

/** Time that grows with the square needs 10 to 200 ms for this many characters, other time 0.1. */
const characters = 3000
const maxMs = 5

function costliest({ regex, text }: Pattern): string | undefined {
  const own = (text.match(/[\w<>!@#$%&=:;,.-]{1,12}/g) ?? []).slice(0, 6)
  for (const piece of [...pieces, ...own]) {
    const long = piece.repeat(Math.ceil(characters / piece.length))
    for (const start of ['', 'a', '<', '1']) {
      if (cost(regex, `${start}${long}\u0000`) >= maxMs) return start + piece
    }
  }
  return undefined
}

test('every regular expression takes time proportional to the text', async () => {
  const slow: string[] = []
  let count = 0
  for await (const file of glob('**/*.ts', { cwd: source })) {
    if (/test/.test(file) || inChildren.test(file)) continue
    for (const pattern of await patternsOf(file)) {
      count++
      if (Object.hasOwn(bounded, `${file} ${pattern.regex.source}`)) continue
      const piece = /[+*}]/.test(pattern.text) ? costliest(pattern) : undefined
      if (piece !== undefined) slow.push(`${pattern.place}, with ${JSON.stringify(piece)} repeated`)
    }
  }
  expect(slow).toEqual([])
  expect(count).toBeGreaterThan(200)
})
