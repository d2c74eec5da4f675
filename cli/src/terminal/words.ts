import { harmless } from '../output.ts'

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Formats a value for people; times are in this machine's time zone. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return isTime.test(value) ? minute(value) : value
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) {
    return value.every(isPlain) ? value.map(inWords).join(', ') : JSON.stringify(value)
  }
  const { name, title, type, id } = value as Record<string, unknown>
  if (typeof name === 'string') return name
  if (typeof title === 'string') return title
  return typeof type === 'string' && id !== undefined ? `${type} ${id}` : JSON.stringify(value)
}

export function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

export function minute(time: string | Date): string {
  const date = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Text from other people: it may have several lines but must not control the terminal. */
export function harmlessLines(text: string): string {
  return text.split(/\r?\n/).map(harmless).join('\n')
}

/** The same for a single line. */
export function inOneLine(text: string): string {
  return harmless(text.replaceAll(/[\r\n\t]+/g, ' '))
}
