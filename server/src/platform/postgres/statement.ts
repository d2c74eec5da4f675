import { inferType, requireFewParameters, requireSendable } from './values.ts'

/** A statement with numbered parameters. */
export interface Statement {
  text: string
  values: unknown[]
  /** The type of each value that says its own, otherwise 0. */
  types: number[]
}

/** A piece of a statement, to embed in another one. */
export class Part {
  readonly writeTo: (statement: StatementWriter) => void

  constructor(writeTo: (statement: StatementWriter) => void) {
    this.writeTo = writeTo
  }
}

export class StatementWriter implements Statement {
  text = ''
  readonly values: unknown[] = []
  readonly types: number[] = []

  addTemplate(texts: readonly string[], values: readonly unknown[]): void {
    this.text += texts[0]
    for (const [place, value] of values.entries()) {
      this.add(value)
      this.text += texts[place + 1]
    }
  }

  add(value: unknown, column?: string): void {
    if (value instanceof Part) {
      value.writeTo(this)
    } else if (Array.isArray(value) && value[0] instanceof Part) {
      for (const part of value) {
        this.text += ' '
        this.add(part)
      }
    } else {
      this.addValue(value, column)
    }
  }

  addValue(value: unknown, column?: string, type = inferType(value)): void {
    requireSendable(value, column)
    this.values.push(value)
    this.types.push(type)
    this.text += `$${this.values.length}`
  }
}

export function buildStatement(texts: readonly string[], values: readonly unknown[]): Statement {
  const writer = new StatementWriter()
  writer.addTemplate(texts, values)
  requireFewParameters(writer.values.length)
  return writer
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

type Values = Record<string, unknown>

/** Assignments after `set`, otherwise a list of columns and the values of each row. */
export function columnsPart(row: object | readonly object[], names: readonly string[]): Part {
  const rows = (Array.isArray(row) ? row : [row]) as Values[]
  const columns = names.length > 0 ? names : Object.keys(rows[0] ?? {})
  return new Part((statement) => {
    if (/\bset\s*$/i.test(statement.text.slice(-20))) {
      writeAssignments(statement, rows[0] ?? {}, columns)
    } else {
      statement.text += `(${columns.map(quoteIdentifier)}) values `
      for (const [place, values] of rows.entries()) {
        if (place > 0) statement.text += ', '
        writeRow(statement, values, columns)
      }
    }
  })
}

function writeAssignments(statement: StatementWriter, row: Values, columns: readonly string[]) {
  for (const [place, name] of columns.entries()) {
    statement.text += `${place > 0 ? ', ' : ''}${quoteIdentifier(name)} = `
    statement.add(row[name], name)
  }
}

function writeRow(statement: StatementWriter, row: Values, columns: readonly string[]): void {
  for (const [place, name] of columns.entries()) {
    statement.text += place > 0 ? ', ' : '('
    statement.add(row[name], name)
  }
  statement.text += ')'
}
