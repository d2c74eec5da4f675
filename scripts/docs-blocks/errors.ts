import { STATUS_CODES } from 'node:http'
import { problems } from '../../server/src/http/problems.ts'
import { code, table } from './table.ts'

/** Every error code, by HTTP status. */
export function errorTables(): string {
  const byStatus = Map.groupBy(Object.entries(problems), ([, { status }]) => status)
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, entries]) => {
      const rows = entries
        .map(([name, { title }]) => [code(name), title])
        .sort(([a = ''], [b = '']) => a.localeCompare(b))
      return `### ${status} ${STATUS_CODES[status]}\n\n${table(['Code', 'Meaning'], rows)}`
    })
    .join('\n\n')
}
