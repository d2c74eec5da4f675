import { harmless } from '../output.ts'
import { paint, screenWidth } from './screen.ts'
import { cut, measureWidth, padded, wrapped } from './text-width.ts'

interface Card {
  slug: string
  title: string
  priority: string | null
  due_date: string | null
  complete: boolean
}

export interface Column {
  title: string
  tasks: Card[]
  /** Completed tasks that aren't shown. */
  hidden: number
}

const gap = 2
const narrowest = 18
const widest = 40
const usualWidth = 100
const maxLines = 3

const colours: Record<string, 'red' | 'yellow' | 'white'> = { urgent: 'red', high: 'yellow' }

/** A board as columns side by side; columns that don't fit go below. */
export function boardLines(title: string, columns: Column[]): string {
  const screen = screenWidth()
  const width = Number.isFinite(screen) ? screen : usualWidth
  const perRow = Math.max(
    1,
    Math.min(columns.length, Math.floor((width + gap) / (narrowest + gap))),
  )
  const own = Math.min(widest, Math.floor((width - gap * (perRow - 1)) / perRow))
  const bands: string[] = []
  for (let at = 0; at < columns.length; at += perRow) {
    bands.push(band(columns.slice(at, at + perRow), own))
  }
  const nothing = columns.length === 0 ? ['It has no columns yet.'] : []
  return [paint('bold', harmless(title)), ...nothing, ...bands].join('\n\n')
}

function band(columns: Column[], width: number): string {
  const cells = columns.map((column) => columnLines(column, width))
  const height = Math.max(...cells.map((lines) => lines.length))
  const lines: string[] = []
  for (let at = 0; at < height; at++) {
    const parts = cells.map((own) => own[at] ?? { text: '' })
    lines.push(
      parts
        .map(({ text, style }) => (style ? paint(style, padded(text, width)) : padded(text, width)))
        .join(' '.repeat(gap))
        .trimEnd(),
    )
  }
  return lines.join('\n')
}

interface Line {
  text: string
  style?: Parameters<typeof paint>[0]
}

function columnLines({ title, tasks, hidden }: Column, width: number): Line[] {
  const count = String(tasks.length)
  const name = cut(harmless(title), width - count.length - 1)
  const heading = `${name}${' '.repeat(Math.max(1, width - measureWidth(name) - count.length))}${count}`
  const cards = tasks.flatMap((task) => [...cardLines(task, width), { text: '' }])
  const none: Line[] = tasks.length === 0 ? [{ text: '–', style: 'dim' }] : []
  const more: Line[] = hidden > 0 ? [{ text: `+ ${hidden} done`, style: 'dim' }] : []
  return [
    { text: heading, style: 'bold' },
    { text: '─'.repeat(width), style: 'dim' },
    ...none,
    ...cards,
    ...more,
  ]
}

function cardLines({ slug, title, priority, due_date, complete }: Card, width: number): Line[] {
  // The year of the due date is clear from the context.
  const facts = [harmless(slug), priority !== 'medium' && priority, due_date?.slice(5)]
  const [first = '', ...rest] = wrapped(harmless(title), width).map((line) => cut(line, width))
  const lines =
    rest.length < maxLines
      ? [first, ...rest]
      : [first, rest[0] as string, `${cut(rest[1] as string, width - 1)}…`]
  return [
    { text: cut(facts.filter(Boolean).join(' '), width), style: colours[priority ?? ''] ?? 'cyan' },
    ...lines.map((text) => ({ text, ...(complete && { style: 'dim' as const }) })),
  ]
}
