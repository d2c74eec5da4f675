import type postgres from 'postgres'

/**
 * Connections of postgres.js that can be exchanged: a connection that neither answers nor closes
 * cannot be taken out of a client, so then the whole client is replaced.
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

  /** What still runs on the old connections has a few seconds to end. */
  replace(broken: postgres.Sql): void {
    if (broken !== this.#current) return
    this.#current = this.#open()
    void broken.end({ timeout: this.#graceSeconds }).catch(() => {})
  }

  async end(): Promise<void> {
    await this.#current.end({ timeout: 5 })
  }
}
