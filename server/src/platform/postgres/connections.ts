import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Connection, type KnownTypes } from './connection.ts'
import { DatabaseAway, DatabaseTimeout, DeadConnection, withCode } from './database-errors.ts'
import { connectionOptions, type DatabaseSettings, prepareConnection } from './settings.ts'

/** What a connection is taken for. */
export interface Use {
  what: string
  maxSeconds: number
  /** Several may use it, one after the other, so the time of each counts. */
  isShared?: boolean
}

interface Taken extends Use {
  connection: Connection
  pool: pg.Pool
  sinceMs: number
  /** How many checks in a row found that PostgreSQL does not work on what we wait for. */
  strikes: number
  answersBefore: number
}

const closeMs = 5000
const checkEveryMs = 1000
/** Faster statements are never checked. */
const checkedAfterMs = 2000
const maxStrikes = 2
const idleTimeoutMillis = 300_000
/** After a connection was not opened in time, others fail at once for as long. */
const awayMs = 500
/** New connections to a server that stays read-only would not help more often than this. */
const leaveReadOnlyEveryMs = 1000

/**
 * The connections of a process. A firewall or a failover can leave one open but dead: nothing
 * arrives, and no error either. So if a statement takes long, a separate connection asks PostgreSQL
 * whether it is running it.
 */
export class Connections {
  readonly #url: string
  readonly #name: string
  readonly #max: number
  readonly #settings: DatabaseSettings
  readonly #byClient = new WeakMap<object, Connection>()
  readonly #knownTypes: KnownTypes = new Map()
  readonly #taken = new Map<Connection, Taken>()
  readonly #timer: NodeJS.Timeout
  #pool: pg.Pool
  #isChecking = false
  #awayUntilMs = 0
  #leftReadOnlyAtMs = Number.NEGATIVE_INFINITY

  constructor(url: string, name: string, max: number, settings: DatabaseSettings) {
    this.#url = url
    this.#name = name
    this.#max = max
    this.#settings = settings
    this.#pool = this.#openPool()
    this.#timer = setInterval(() => void this.#check(), checkEveryMs).unref()
  }

  /** Runs work on a connection of its own. Rejects if it takes too long or loses the connection. */
  async run<T>(use: Use, work: (connection: Connection) => Promise<T>): Promise<T> {
    const { connection, client } = await this.#take(use)
    const lost = Promise.withResolvers<never>()
    connection.onLost = lost.reject
    try {
      return await Promise.race([work(connection), lost.promise])
    } finally {
      connection.onLost = undefined
      this.#taken.delete(connection)
      client.release(connection.isLost || connection.isInTransaction)
    }
  }

  /** Running work gets a few seconds. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    const ended = this.#pool.end()
    await Promise.race([ended, sleep(closeMs, undefined, { ref: false })])
    for (const connection of this.#taken.keys()) connection.destroy(new DatabaseAway())
  }

  #openPool(): pg.Pool {
    const pool = new pg.Pool({
      ...connectionOptions(this.#url, this.#name),
      max: this.#max,
      idleTimeoutMillis,
      pipeline: true,
      onConnect: async (client) => {
        const opened = client as pg.Client
        const isDirect = await prepareConnection(opened, this.#settings)
        const connection = new Connection(opened, isDirect, this.#knownTypes)
        connection.onReadOnly = () => this.#leaveReadOnly()
        this.#byClient.set(opened, connection)
      },
    })
    // A lost idle connection concerns nobody.
    pool.on('error', () => {})
    return pool
  }

  async #take(use: Use): Promise<{ connection: Connection; client: pg.PoolClient }> {
    const sinceMs = performance.now()
    if (sinceMs < this.#awayUntilMs) throw new DatabaseAway()
    const pool = this.#pool
    try {
      const client = await pool.connect()
      const connection = this.#byClient.get(client) as Connection
      const answersBefore = connection.answers
      this.#taken.set(connection, { ...use, connection, pool, sinceMs, strikes: 0, answersBefore })
      return { connection, client }
    } catch (error) {
      const explained = withCode(error as Error) as Error & { code?: string }
      if (explained.code === 'CONNECT_TIMEOUT') this.#awayUntilMs = performance.now() + awayMs
      throw explained
    }
  }

  /** Idle connections are closed, the others when they are returned. */
  #replace(pool: pg.Pool): void {
    if (pool !== this.#pool) return
    this.#pool = this.#openPool()
    for (const taken of this.#taken.values()) taken.connection.isRetired = true
    void pool.end()
  }

  /**
   * After a failover, connections can lead to the former primary, which is a standby now. They would
   * stay there: it answers every read.
   */
  #leaveReadOnly(): void {
    const now = performance.now()
    if (now - this.#leftReadOnlyAtMs < leaveReadOnlyEveryMs) return
    this.#leftReadOnlyAtMs = now
    this.#replace(this.#pool)
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      const now = performance.now()
      for (const taken of this.#taken.values()) {
        if (now - findStart(taken, now) > taken.maxSeconds * 1000) this.#endLate(taken)
      }
      await this.#findDead(now)
    } catch {
      // The database is away. The next check asks again.
    } finally {
      this.#isChecking = false
    }
  }

  /** Ends its backend process too, which could otherwise go on and hold its locks. */
  #endLate({ connection, what, maxSeconds }: Taken): void {
    connection.destroy(new DatabaseTimeout(`${what} took longer than ${maxSeconds} s.`))
    if (connection.isDirect)
      this.#ask('select pg_terminate_backend($1)', [connection.backendPid]).catch(() => {})
  }

  async #findDead(now: number): Promise<void> {
    const silent = [...this.#taken.values()].filter(({ connection }) => {
      const isWaiting = connection.unanswered > 0 && connection.isDirect
      return isWaiting && now - connection.movedAtMs > checkedAfterMs
    })
    if (silent.length === 0) return
    const pids = silent.map(({ connection }) => connection.backendPid)
    const rows = await this.#ask(
      "select pid from pg_stat_activity where pid = any($1::int[]) and state = 'active'",
      [pids],
    )
    const active = new Set(rows.map(({ pid }) => pid))
    for (const taken of silent) {
      const { connection } = taken
      const isSame = connection.answers === taken.answersBefore
      taken.answersBefore = connection.answers
      taken.strikes = active.has(connection.backendPid) ? 0 : isSame ? taken.strikes + 1 : 1
      if (taken.strikes < maxStrikes) continue
      connection.destroy(new DeadConnection(`${taken.what} waited on a dead connection.`))
      this.#replace(taken.pool)
    }
  }

  /** On a connection of its own: those of the service may be the ones that don't answer. */
  async #ask(text: string, values: unknown[]): Promise<{ pid: number }[]> {
    const options = connectionOptions(this.#url, this.#name)
    const client = new pg.Client({ ...options, connectionTimeoutMillis: 2000, query_timeout: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(text, values)
      return rows
    } finally {
      void client.end().catch(() => {})
    }
  }
}

/** PostgreSQL replies in order, so a connection that moves has worked on its first one since then. */
function findStart({ connection, isShared, sinceMs }: Taken, now: number): number {
  if (!isShared) return sinceMs
  return connection.unanswered > 0 ? connection.movedAtMs : now
}
