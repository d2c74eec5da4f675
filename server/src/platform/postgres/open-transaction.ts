import type { Connection } from './connection.ts'
import { isLost } from './database-errors.ts'
import type { Scope } from './sql.ts'
import type { Statement } from './statement.ts'

/** A transaction, or a savepoint inside one. */
export class OpenTransaction {
  readonly #connection: Connection
  readonly #depth: number
  #hasBegun: boolean
  #beginning: Promise<void> | undefined
  #scope: Scope | undefined
  #isOver = false
  #hasAnswers = false
  #failure: { error: unknown } | undefined

  constructor(connection: Connection, parent?: OpenTransaction) {
    this.#connection = connection
    this.#depth = parent ? parent.#depth + 1 : 0
    this.#hasBegun = parent !== undefined
  }

  get isOpen(): boolean {
    return !this.#isOver
  }

  /** Whether PostgreSQL has answered a statement of it. */
  get hasAnswers(): boolean {
    return this.#hasAnswers
  }

  async begin(): Promise<void> {
    await this.#connection.send(command('begin'))
    this.#hasBegun = true
  }

  /** Sends a statement. BEGIN goes ahead of the first one, which the others wait for. */
  async send(statement: Statement, scope = this.#scope): Promise<object[]> {
    try {
      while (this.#beginning) await this.#beginning
      this.#requireOpen()
      const { rows } = this.#hasBegun
        ? await this.#connection.send(statement, { scope: this.#enter(scope) })
        : await this.#beginWith(statement, scope)
      this.#hasAnswers = true
      return rows
    } catch (error) {
      this.#failure ??= { error }
      if (isLost(error)) this.#isOver = true
      throw error
    }
  }

  /** Runs work inside it, which is rolled back alone if it fails. */
  async savepoint<T>(work: (inner: OpenTransaction) => Promise<T>): Promise<T> {
    const name = `s${this.#depth + 1}`
    await this.send(command(`savepoint ${name}`))
    const inner = new OpenTransaction(this.#connection, this)
    try {
      const result = await inner.#settle(work(inner))
      await this.send(command(`release savepoint ${name}`))
      return result
    } catch (error) {
      if (isLost(error)) this.#isOver = true
      else await this.send(command(`rollback to savepoint ${name}`))
      throw error
    } finally {
      inner.#isOver = true
      this.#scope = undefined
    }
  }

  /** Commits after the work, or rolls back if it or one of its statements failed. */
  async complete<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await this.#settle(work)
      this.#isOver = true
      if (this.#hasBegun) await this.#commit()
      return result
    } catch (error) {
      this.#isOver = true
      // If this fails, the connection is closed, which rolls back too.
      if (this.#hasBegun) await this.#connection.send(command('rollback')).catch(() => {})
      throw error
    }
  }

  end(): void {
    this.#isOver = true
  }

  /** A failed statement fails all, even if the work ignores it: PostgreSQL commits nothing of it. */
  async #settle<T>(work: Promise<T>): Promise<T> {
    const result = await work
    if (this.#failure) throw this.#failure.error
    return result
  }

  async #beginWith(statement: Statement, scope: Scope | undefined) {
    const begun = this.#connection.send(statement, { begins: true, scope: this.#enter(scope) })
    this.#hasBegun = true
    const end = () => {
      this.#beginning = undefined
      // Without BEGIN, the next statements would be outside.
      if (!this.#connection.isInTransaction) this.#isOver = true
    }
    this.#beginning = begun.then(end, (error) => {
      this.#failure ??= { error } // before those that wait fail because of it
      end()
    })
    return begun
  }

  async #commit(): Promise<void> {
    const { command: done } = await this.#connection.send(command('commit'))
    if (done !== 'COMMIT') throw new Error('The transaction was rolled back.')
  }

  /** The scope to change to; undefined if it is already this one. */
  #enter(scope: Scope | undefined): Scope | undefined {
    if (this.#scope === scope) return undefined
    this.#scope = scope
    return scope
  }

  #requireOpen(): void {
    if (!this.#isOver) return
    const error = new Error('The transaction is over, or its connection was lost.')
    throw Object.assign(error, { code: 'CONNECTION_CLOSED' })
  }
}

function command(text: string): Statement {
  return { text, values: [], types: [] }
}
