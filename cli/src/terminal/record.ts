import { harmless } from '../output.ts'
import { paint, screenWidth } from './screen.ts'
import { padded, widthOf, wrapped } from './text-width.ts'
import { harmlessLines, inWords, isPlain } from './words.ts'

const widestName = 24
const narrowest = 30

/** An object as lines of names and values; nested values are indented. */
export function record(value: object): string {
  return linesOf(value, screenWidth()).join('\n')
}

function linesOf(value: object, width: number): string[] {
  const members = Object.entries(value).filter(([, part]) => part !== undefined)
  const names = members.map(([name]) => widthOf(harmless(name)))
  const indent = Math.min(widestName, Math.max(0, ...names)) + 2
  return members.flatMap(([name, part]) => {
    const label = paint('dim', padded(harmless(name), indent))
    if (isShort(part)) return oneLine(label, indent, part, width)
    const inside = Array.isArray(part)
      ? entriesOf(part, width - 2)
      : linesOf(part as object, width - 2)
    return [label.trimEnd(), ...inside.map((line) => `  ${line}`)]
  })
}

function oneLine(label: string, indent: number, value: unknown, width: number): string[] {
  const text = value === null ? '-' : isEmpty(value) ? 'none' : harmlessLines(inWords(value))
  const [first = '', ...rest] = wrapped(text, Math.max(narrowest, width - indent))
  return [label + first, ...rest.map((line) => ' '.repeat(indent) + line)]
}

function entriesOf(list: unknown[], width: number): string[] {
  return list.flatMap((entry) => {
    if (isShort(entry)) return oneLine('- ', 2, entry, width)
    return linesOf(entry as object, width - 2).map((line, at) => (at === 0 ? '- ' : '  ') + line)
  })
}

function isShort(value: unknown): boolean {
  if (isPlain(value) || isEmpty(value)) return true
  return Array.isArray(value) && value.every(isPlain)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
