import type postgres from 'postgres'

/**
 * A postgres.js client that can be replaced. A connection that neither answers nor closes cannot be
 * removed from a client, so the whole client is replaced.
 */
export class ReplaceableClient {
  readonly #open: () => postgres.Sql
  readonly #graceSeconds: number
  #current: postgres.Sql

  constructor(open: () => postgres.Sql, graceSeconds: number) {
    this.#open = open
    this.#graceSeconds = graceSeconds
    this.#current = open()
  }

  get current(): postgres.Sql {
    return this.#current
  }

  /** Statements on the old connections get a few seconds to finish. */
  replace(broken: postgres.Sql): void {
    if (broken !== this.#current) return
    this.#current = this.#open()
    void broken.end({ timeout: this.#graceSeconds }).catch(() => {})
  }

  async end(): Promise<void> {
    await this.#current.end({ timeout: 5 })
  }
}
