import { parseQuery, type Query } from './query.ts'

let query: Query | undefined

/** All JSON that follows is reduced to the part that the query selects. */
export function useQuery(text: string | undefined): void {
  query = text === undefined ? undefined : parseQuery(text)
}

/** JSON for machines, text for people. */
export function print(json: boolean | undefined, data: unknown, text: string): void {
  if (json) printJson(data)
  else process.stdout.write(`${text}\n`)
}

export function printJson(data: unknown): void {
  process.stdout.write(`${queried(data) ?? JSON.stringify(data, null, 2)}\n`)
}

/** Not reduced by a query, for errors. */
export function printWholeJson(data: unknown): void {
  process.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
}

/** One line, for streams and lists of all pages. */
export function printJsonLine(data: unknown): void {
  process.stdout.write(`${queried(data) ?? JSON.stringify(data)}\n`)
}

/**
 * The selected part, undefined without a query. Text is printed without quotes and lists of plain
 * values line by line, so that shells can use them.
 */
export function queried(data: unknown): string | undefined {
  if (query === undefined) return undefined
  // As JSON: dates become text, and undefined members disappear.
  const found = query(JSON.parse(JSON.stringify(data ?? null)))
  const isPlain = (value: unknown) => typeof value !== 'object' || value === null
  const lines = Array.isArray(found) && found.every(isPlain) ? found : [found]
  return lines
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)))
    .join('\n')
}

/** Names come from other people: they must not control the terminal. */
export function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, '�')
}
