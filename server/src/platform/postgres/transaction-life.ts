/**
 * Follows whether a transaction still has its connection, because postgres.js (3.4) does not: when
 * the connection is lost, its own rollback goes to a socket that is gone, which ends the process
 * (github.com/porsager/postgres/issues/1208), and later statements of the transaction would run
 * on a new connection, each by itself. So once it is lost, nothing more is sent.
 */
export class TransactionLife {
  #over = false

  /** Committed, rolled back or lost. */
  end(): void {
    this.#over = true
  }

  /** For every statement of the transaction. */
  async send<T>(statement: () => Promise<T>): Promise<T> {
    this.requireOpen()
    try {
      return await statement()
    } catch (error) {
      this.noteFailure(error)
      throw error
    }
  }

  requireOpen(): void {
    if (!this.#over) return
    const error = new Error('The transaction is over, or its connection was lost.')
    throw Object.assign(error, { code: 'CONNECTION_CLOSED' })
  }

  /** Of a statement of this transaction. */
  noteFailure(error: unknown): void {
    if (isLost(error)) this.end()
  }

  /**
   * Around the work inside `begin` and `savepoint`, which answer its failure with a rollback. After
   * a loss it never ends: `begin` fails by itself when the connection closes, and tells the caller.
   */
  async withoutRollbackWhenLost<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      return this.#over ? await new Promise<never>(() => {}) : Promise.reject(error)
    }
  }
}

/** Errors of a statement after which its connection is closed. */
function isLost(error: unknown): boolean {
  const { code, syscall, severity } = error as Record<string, unknown>
  const saidGoodbye = severity === 'FATAL' || severity === 'PANIC'
  return code === 'CONNECTION_CLOSED' || syscall !== undefined || saidGoodbye
}
