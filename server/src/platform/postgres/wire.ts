import pg from 'pg'
import { resultTypes } from './types.ts'

/** The messages of PostgreSQL's extended protocol, as node-postgres sends them. */
export interface Wire {
  parse(statement: { name: string; text: string; types: readonly number[] }): void
  bind(execution: { statement: string; values: readonly (string | null)[] }): void
  describe(what: { type: 'S' | 'P'; name: string }): void
  execute(portal: object): void
  close(what: { type: 'S'; name: string }): void
  sync(): void
  readonly stream: { cork(): void; uncork(): void; destroy(error: Error): void }
}

export interface Result {
  rows: object[]
  /** Such as `SELECT` or `COMMIT`. */
  command: string | null
}

/** What node-postgres calls while the answers arrive. */
interface AnswerHandler {
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}

type Settle = (error: Error | undefined, result: Result) => void

const Query = pg.Query as unknown as new (
  config: object,
  settle: Settle,
) => AnswerHandler & pg.Submittable

/**
 * Several statements that are sent together and end with one Sync: if one of them fails, PostgreSQL
 * skips the others. Outside a transaction they are one of their own. Only the last one has a result.
 */
export class StatementGroup extends Query {
  readonly #write: (wire: Wire) => void
  #ahead: number

  constructor(write: (wire: Wire) => void, ahead: number, settle: Settle) {
    super({ text: '', types: resultTypes }, settle)
    this.#write = write
    this.#ahead = ahead
    this.submit = (connection) => this.#send(connection as unknown as Wire)
  }

  override handleDataRow(message: unknown): void {
    if (this.#ahead === 0) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#ahead > 0) this.#ahead--
    else super.handleCommandComplete(message, wire)
  }

  #send(wire: Wire): void {
    wire.stream.cork()
    try {
      this.#write(wire)
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }
}
