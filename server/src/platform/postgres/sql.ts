import { buildStatement, columnsPart, Part, quoteIdentifier, type Statement } from './statement.ts'
import { oid } from './types.ts'

export type { Part } from './statement.ts'

export type Row = Record<string, unknown>

/**
 * The interface for writing queries. A statement is sent as soon as it is written:
 * sql<Teamspace>`select … from teamspaces where workspace_id = ${id}`
 */
export interface Sql {
  // biome-ignore lint/suspicious/noExplicitAny: what can be sent is checked at run time
  <T extends object = Row>(statement: TemplateStringsArray, ...values: any[]): Promise<T[]>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  part(text: TemplateStringsArray, ...values: any[]): Part
  /** Column list and values for an insert, or assignments for an update. */
  columns(row: object | readonly object[], ...names: string[]): Part
  json(value: unknown): Part
  /** The name of a table or column, for statements about several. */
  identifier(name: string): Part
}

/** Whose rows a statement can see: those of one workspace, or all. */
export type Scope = number | 'system'

/** Turns a function that sends statements into the interface for writing queries. */
export function sqlOver(send: (statement: Statement) => Promise<object[]>): Sql {
  const sql = async (texts: TemplateStringsArray, ...values: unknown[]) =>
    send(buildStatement(texts, values))
  return Object.assign(sql, parts) as Sql
}

const parts: { [K in keyof Sql]: Sql[K] } = {
  part: (texts, ...values) => new Part((statement) => statement.addTemplate(texts, values)),
  columns: (row, ...names) => columnsPart(row, names),
  json: (value) => new Part((statement) => statement.addValue(value, undefined, oid.jsonb)),
  identifier: (name) => {
    const quoted = name.split('.').map(quoteIdentifier).join('.')
    return new Part((statement) => {
      statement.text += quoted
    })
  },
}
