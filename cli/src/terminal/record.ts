import { harmless } from '../output.ts'
import { paint, screenWidth } from './screen.ts'
import { measureWidth, padded, wrapped } from './text-width.ts'
import { harmlessLines, inWords, isPlain } from './words.ts'

const widestName = 24
const narrowest = 30

/** An object as lines of names and values; nested values are indented. */
export function record(value: object): string {
  return writeLines(value, screenWidth()).join('\n')
}

function writeLines(value: object, width: number): string[] {
  const members = Object.entries(value).filter(([, part]) => part !== undefined)
  const names = members.map(([name]) => measureWidth(harmless(name)))
  const indent = Math.min(widestName, Math.max(0, ...names)) + 2
  return members.flatMap(([name, part]) => {
    const label = paint('dim', padded(harmless(name), indent))
    if (isShort(part)) return oneLine(label, indent, part, width)
    const inside = Array.isArray(part)
      ? writeEntries(part, width - 2)
      : writeLines(part as object, width - 2)
    return [label.trimEnd(), ...inside.map((line) => `  ${line}`)]
  })
}

function oneLine(label: string, indent: number, value: unknown, width: number): string[] {
  const text = value === null ? '-' : isEmpty(value) ? 'none' : harmlessLines(inWords(value))
  const [first = '', ...rest] = wrapped(text, Math.max(narrowest, width - indent))
  return [label + first, ...rest.map((line) => ' '.repeat(indent) + line)]
}

function writeEntries(list: unknown[], width: number): string[] {
  return list.flatMap((entry) => {
    if (isShort(entry)) return oneLine('- ', 2, entry, width)
    return writeLines(entry as object, width - 2).map((line, at) => (at === 0 ? '- ' : '  ') + line)
  })
}

function isShort(value: unknown): boolean {
  if (isPlain(value) || isEmpty(value)) return true
  return Array.isArray(value) && value.every(isPlain)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
