import type { Operation } from '../../server/src/http/operation.ts'
import { code, table } from './table.ts'

/** Every operation in the order of the API reference, by tag. */
export function operationTables(operations: readonly Operation[]): string {
  return [...Map.groupBy(operations, ({ tag }) => tag)]
    .map(([tag, ofTag]) => {
      const rows = ofTag.map(({ id, method, path, permission, orPermission, summary }) => [
        code(id),
        code(`${method} ${path}`),
        [permission, ...(orPermission ? [orPermission] : [])]
          .map((one) => (one.includes(':') ? code(one) : one))
          .join(' or '),
        summary,
      ])
      return `## ${tag}\n\n${table(['Operation', 'Request', 'Needs', 'Summary'], rows)}`
    })
    .join('\n\n')
}
