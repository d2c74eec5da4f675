import type { SentQuery } from './sql.ts'

/**
 * Tracks whether a transaction still has its connection, because postgres.js (3.4) does not. When
 * the connection is lost, its own rollback goes to a closed socket, which ends the process
 * (github.com/porsager/postgres/issues/1208). Later statements of the transaction would run on a
 * new connection, each on its own. So once it is lost or abandoned, nothing more is sent.
 */
export class TransactionLife {
  #isOver = false
  #hasBegun = false
  #lastQuery: SentQuery | undefined
  /** Statements without an answer, counting the commit. */
  #unanswered = 0
  #answers = 0
  readonly #rollback = Promise.withResolvers<never>()

  constructor() {
    this.#rollback.promise.catch(() => {})
  }

  get isOpen(): boolean {
    return !this.#isOver
  }

  /** The backend process that runs it; unknown before its first statement. */
  get backendPid(): number | undefined {
    return this.#lastQuery?.state?.pid ?? undefined
  }

  /** What must be running in the database for this transaction to continue; see `Supervised`. */
  waitsFor(): number | 'new' | undefined {
    if (!this.#hasBegun) return 'new'
    return this.#unanswered > 0 ? this.backendPid : undefined
  }

  get answers(): number {
    return this.#answers
  }

  noteBegun(): void {
    this.#hasBegun = true
  }

  /** Committed, rolled back or lost. */
  end(): void {
    this.#isOver = true
  }

  /**
   * Called at the deadline: from now on it sends and commits nothing. If nothing was sent yet, a
   * rollback frees the connection; otherwise the caller ends the backend process.
   */
  abandon(reason: Error): void {
    this.end()
    if (this.#lastQuery === undefined) this.#rollback.reject(reason)
  }

  /** Wraps every statement of the transaction. */
  async send<T>(statement: (onSend: (query: SentQuery) => void) => Promise<T>): Promise<T> {
    this.requireOpen()
    this.#unanswered++
    try {
      return await statement((query) => {
        this.#lastQuery = query
      })
    } catch (error) {
      this.noteFailure(error)
      throw error
    } finally {
      this.#unanswered--
      this.#answers++
    }
  }

  requireOpen(): void {
    if (!this.#isOver) return
    const error = new Error('The transaction is over, or its connection was lost.')
    throw Object.assign(error, { code: 'CONNECTION_CLOSED' })
  }

  /** Records the failure of a statement of this transaction. */
  noteFailure(error: unknown): void {
    if (isLost(error)) this.end()
  }

  /**
   * Wraps the work inside `begin` and `savepoint`, which commit or roll back when it settles. After
   * a loss it never settles: `begin` itself fails when the connection closes, and notifies the
   * caller.
   */
  untilLost<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#whileOpen(work), this.#rollback.promise])
  }

  async #whileOpen<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work
      this.#unanswered++ // by the commit
      if (!this.#isOver) return result
    } catch (error) {
      if (!this.#isOver) throw error
    }
    return new Promise<never>(() => {})
  }
}

/** Errors after which the statement's connection is closed. */
function isLost(error: unknown): boolean {
  const { code, syscall, severity } = error as Record<string, unknown>
  const saidGoodbye = severity === 'FATAL' || severity === 'PANIC'
  return code === 'CONNECTION_CLOSED' || syscall !== undefined || saidGoodbye
}
