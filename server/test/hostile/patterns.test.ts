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

/** A slash after a sign, a space or a line break, and another one in the same line. */
const mayHoldPattern = /(?:^|[=(,:;!&|?{}[\s>])\/(?![/*])[^\n]*\//m

async function findPatterns(file: string): Promise<Pattern[]> {
  const text = await readFile(join(source, file), 'utf8')
  // Parsing takes most of the time, and most files have no regular expression.
  if (!mayHoldPattern.test(text)) return []
  const root = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found: Pattern[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = root.getLineAndCharacterOfPosition(node.getStart(root))
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

/** Time that grows with the square needs 10 to 200 ms for this many characters, other time 0.1. */
const characters = 3000
const maxMs = 5
const starts = ['', 'a', '<', '1']

interface Attempt {
  piece: string
  text: string
}

function buildAttempts(chosen: string[]): Attempt[] {
  return chosen.flatMap((piece) => {
    const long = piece.repeat(Math.ceil(characters / piece.length))
    return starts.map((start) => ({ piece: start + piece, text: `${start}${long}\u0000` }))
  })
}

const usualAttempts = buildAttempts(pieces)

/** Milliseconds of CPU of this thread. */
function measure(regex: RegExp, attempts: Attempt[]): number {
  const before = process.threadCpuUsage().user
  for (const { text } of attempts) {
    if (regex.global) text.replaceAll(regex, '')
    else regex.test(text)
    regex.lastIndex = 0
  }
  return (process.threadCpuUsage().user - before) / 1000
}

/** Tries it a few times, because the first may compile. */
function isSlow(regex: RegExp, attempt: Attempt): boolean {
  return Array.from({ length: 5 }).every(() => measure(regex, [attempt]) >= maxMs)
}

function costliest({ regex, text }: Pattern): string | undefined {
  const own = (text.match(/[\w<>!@#$%&=:;,.-]{1,12}/g) ?? []).slice(0, 6)
  const attempts = [...usualAttempts, ...buildAttempts(own)]
  for (let at = 0; at < attempts.length; at += 32) {
    const some = attempts.slice(at, at + 32)
    // Together they are seldom slow, and measuring each takes longer than trying it.
    if (measure(regex, some) < maxMs) continue
    const slow = some.find((attempt) => isSlow(regex, attempt))
    if (slow) return slow.piece
  }
  return undefined
}

test('every regular expression takes time proportional to the text', async () => {
  const slow: string[] = []
  let count = 0
  for await (const file of glob('**/*.ts', { cwd: source })) {
    if (/test/.test(file) || inChildren.test(file)) continue
    for (const pattern of await findPatterns(file)) {
      count++
      if (Object.hasOwn(bounded, `${file} ${pattern.regex.source}`)) continue
      const piece = /[+*}]/.test(pattern.text) ? costliest(pattern) : undefined
      if (piece !== undefined) slow.push(`${pattern.place}, with ${JSON.stringify(piece)} repeated`)
    }
  }
  expect(slow).toEqual([])
  expect(count).toBeGreaterThan(200)
})
