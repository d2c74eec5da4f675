import { parseJson, writeJson } from '@atelier/sdk/src/index.ts'
import { printJson, printJsonLine, queried } from '../output.ts'
import { list } from '../terminal/list.ts'
import { record } from '../terminal/record.ts'
import { isPlain } from '../terminal/words.ts'
import type { OperationSpec } from './spec.ts'

type Row = Record<string, unknown>

/** Prints a response: the server's JSON for machines, a table or lines for people. */
export async function printReply(
  spec: OperationSpec,
  reply: unknown,
  answer: Response | undefined,
  json: boolean,
): Promise<void> {
  if (json) {
    const text = await answer?.text()
    const found = text === undefined ? undefined : queried(JSON.parse(text))
    if (found !== undefined) process.stdout.write(`${found}\n`)
    else if (text !== undefined) process.stdout.write(`${writeJson(parseJson(text), 2)}\n`)
    else printJson(reply ?? null)
    return
  }
  process.stdout.write(`${inWords(spec, reply)}\n`)
}

/** Prints entries of all pages: a line each for machines, as they arrive; a table for people. */
export async function printEntries(entries: AsyncIterable<Row>, json: boolean): Promise<void> {
  const rows: Row[] = []
  for await (const entry of entries) {
    if (json) printJsonLine(entry)
    else rows.push(entry)
  }
  if (!json) process.stdout.write(`${rows.length === 0 ? nothing : list(rows)}\n`)
}

const nothing = 'No results.'

function inWords(spec: OperationSpec, reply: unknown): string {
  if (reply === undefined) return 'Done.'
  const rows = findRows(spec, reply)
  if (!rows)
    return isPlain(reply) ? String(reply) : record(reply as object) + whatNext(reply as Row)
  const more = Array.isArray(reply) ? '' : around(spec, reply as Row, rows)
  return (rows.length === 0 ? nothing : list(rows)) + more
}

/** The entries, if the response is a list and nothing else in it matters. */
function findRows({ id, isPaged }: OperationSpec, reply: unknown): Row[] | undefined {
  if (Array.isArray(reply)) return areRows(reply) ? reply : undefined
  if (!isPaged && !/^(list|readAnswers)/.test(id)) return undefined
  const lists = Object.values(reply as Row).filter(Array.isArray)
  return lists.length === 1 && areRows(lists[0] as unknown[]) ? (lists[0] as Row[]) : undefined
}

function areRows(list: unknown[]): list is Row[] {
  return list.every((entry) => !isPlain(entry) && !Array.isArray(entry))
}

/** The rest of a list response: the number of entries, or where to continue. */
function around({ isPaged }: OperationSpec, reply: Row, rows: Row[]): string {
  if (isPaged) {
    const { count, next } = reply as { count: number; next: string | null }
    return next === null ? '' : `\n\n${rows.length} of ${count}; use --all to show all.`
  }
  const rest = Object.entries(reply).filter(([, value]) => isPlain(value) && value !== null)
  return rest.length === 0 ? '' : `\n\n${record(Object.fromEntries(rest))}`
}

function whatNext({ task_id, status }: Row): string {
  const isUnderWay =
    typeof task_id === 'string' && /^(PENDING|STARTED|QUEUED)$/.test(String(status ?? 'PENDING'))
  return isUnderWay ? `\n\nFollow it with: atelier job follow ${task_id}` : ''
}
