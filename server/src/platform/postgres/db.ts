import { EventEmitter } from 'node:events'
import postgres from 'postgres'
import { turnstile } from '../../lib/turnstile.ts'
import { ourSessions } from './sleeping-sessions.ts'
import { type Scope, Session, type Sql, sqlOver } from './sql.ts'
import { TransactionLife } from './transaction-life.ts'

type Afterwards = string | (() => Promise<void>)

/** A transaction: its statements become visible together, or not at all. */
export interface Tx extends Sql {
  /**
   * Tells the listeners of a topic once the transaction is committed, or does a piece of work
   * before its caller goes on; that must not throw, for nothing can be taken back any more.
   */
  afterCommit(what: Afterwards): void
  /** For libraries that bring their own SQL, such as the queue. Sees everything. */
  unsafe(text: string, values?: unknown[]): Promise<unknown[]>
}

export interface Db {
  /** Statements that see one workspace only; row-level security hides every other. */
  workspace(workspaceId: number): Sql
  /** Statements that see everything: credentials, the outbox, housekeeping. */
  system: Sql
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * One transaction around everything that `work` does with the Db it is given, its own
   * transactions included: they become savepoints.
   */
  together<T>(work: (db: Db, tx: Tx) => Promise<T>): Promise<T>
}

export interface Database extends Db {
  /** The pool itself, for libraries that bring their own SQL. */
  client: postgres.Sql
  onCommit(topic: string, listener: () => void): () => void
  listen(channel: string, onMessage: (text: string) => void, onListening: () => void): Promise<void>
  notify(channel: string, text: string): Promise<void>
  close(): Promise<void>
}

/** Reads of workspaces are spread over this many connections, each with many statements in flight. */
const readLanes = 4
const systemConnections = 6
const transactionsAtOnce = 10

export function openDatabase(url: string, applicationName = ourSessions): Database {
  const options: postgres.Options<Record<string, postgres.PostgresType>> = {
    connect_timeout: 5,
    // The default waits up to 20 s before it tries a database again that was away.
    backoff: () => 0.2,
    max_lifetime: null,
    onnotice: () => {},
    connection: {
      application_name: applicationName,
      statement_timeout: 30_000,
      // Planning the most frequent read anew takes three times as long as running it, and our
      // statements find their rows by index whatever the values are.
      plan_cache_mode: 'force_generic_plan',
    },
    types: {
      // Counts and sequence numbers stay far below 2^53.
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      // A date has no time zone: it stays the text it is.
      date: { to: 1082, from: [1082], parse: (text: string) => text, serialize: String },
    },
  }
  const pool = postgres(url, { ...options, max: systemConnections })
  // Apart from single statements, and never more at once than there are connections: the client
  // would send BEGIN ahead on a busy connection and forget to keep that for the transaction, so
  // that others' statements run inside it (its issues 823 and 1189).
  const transactions = postgres(url, { ...options, max: transactionsAtOnce })
  const enter = turnstile(transactionsAtOnce)
  const begin: Begin = (work) => enter(() => inTransaction(transactions, commits, work))
  const lanes = Array.from({ length: readLanes }, () => openLane(url, options))
  const commits = new EventEmitter().setMaxListeners(0)

  function sendOnPool<T extends object>(
    text: TemplateStringsArray,
    values: unknown[],
  ): Promise<T[]> {
    return pool<T[]>(text, ...(values as never[])).execute()
  }

  return {
    client: pool,
    system: sqlOver(pool, sendOnPool),
    workspace: (workspaceId) =>
      sqlOver(pool, (text, values) => sendOnLane(lanes, workspaceId, text, values)),
    transaction: (scope, work) =>
      begin((open, afterwards) => work(txOver(open, scope, afterwards))),
    together: (work) =>
      begin((open, afterwards) =>
        work(nestedDb(open, afterwards), txOver(open, 'system', afterwards)),
      ),
    onCommit: (topic, listener) => {
      commits.on(topic, listener)
      return () => commits.off(topic, listener)
    },
    listen: async (channel, onMessage, onListening) => {
      await pool.listen(channel, onMessage, onListening)
    },
    notify: async (channel, text) => {
      await pool.notify(channel, text)
    },
    close: async () => {
      await Promise.all([pool, transactions].map((client) => client.end({ timeout: 5 })))
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}

interface Lane {
  session: Session
  inFlight: number
  close(): Promise<void>
}

function openLane(
  url: string,
  options: postgres.Options<Record<string, postgres.PostgresType>>,
): Lane {
  const client = postgres(url, { ...options, max: 1, onclose: () => session.forgetScope() })
  const session = new Session(client, false)
  return { session, inFlight: 0, close: () => client.end({ timeout: 5 }) }
}

/** The least busy lane; among equals one that is in this workspace already. */
async function sendOnLane<T extends object>(
  lanes: Lane[],
  workspaceId: number,
  text: TemplateStringsArray,
  values: unknown[],
): Promise<T[]> {
  let lane = lanes[0] as Lane
  for (const other of lanes) {
    const lessBusy = other.inFlight < lane.inFlight
    const closer = other.inFlight === lane.inFlight && other.session.scope === workspaceId
    if (lessBusy || closer) lane = other
  }
  lane.inFlight++
  try {
    return await lane.session.send<T>(workspaceId, text, values)
  } finally {
    lane.inFlight--
  }
}

interface OpenTransaction {
  client: postgres.TransactionSql
  session: Session
  life: TransactionLife
}

type Work<T> = (open: OpenTransaction, afterwards: Set<Afterwards>) => Promise<T>
type Begin = <T>(work: Work<T>) => Promise<T>

/** What a connection says that was lost before; the client tells it to whoever opens it again. */
const lossCodes = new Set(['57P01', 'CONNECTION_CLOSED', 'ECONNRESET'])

async function inTransaction<T>(
  pool: postgres.Sql,
  commits: EventEmitter,
  work: Work<T>,
  mayTryAgain = true,
): Promise<T> {
  const afterwards = new Set<Afterwards>()
  const life = new TransactionLife()
  let begun = false
  try {
    const result = await pool.begin((client) => {
      begun = true
      const session = new Session(client as unknown as postgres.Sql, true, 'system')
      return life.withoutRollbackWhenLost(work({ client, session, life }, afterwards))
    })
    for (const one of afterwards) {
      if (typeof one === 'string') commits.emit(one)
      else await one()
    }
    return result as T
  } catch (error) {
    // Nothing has happened yet, so it can be asked for once more.
    if (begun || !mayTryAgain || !lossCodes.has((error as { code: string }).code)) throw error
    return await inTransaction(pool, commits, work, false)
  } finally {
    life.end()
  }
}

function txOver(
  { client, session, life }: OpenTransaction,
  scope: Scope,
  afterwards: Set<Afterwards>,
): Tx {
  const sql = sqlOver(client as unknown as postgres.Sql, (text, values) =>
    life.send(() => session.send(scope, text, values)),
  )
  return Object.assign(sql, {
    afterCommit: (what: Afterwards) => void afterwards.add(what),
    unsafe: (text: string, values?: unknown[]) => life.send(() => session.sendText(text, values)),
  })
}

function nestedDb(open: OpenTransaction, afterwards: Set<Afterwards>): Db {
  const { client, session, life } = open
  const savepoint = async <T>(work: (open: OpenTransaction) => Promise<T>): Promise<T> => {
    let entered = false
    life.requireOpen()
    try {
      return (await client.savepoint((inner) => {
        entered = true
        const own = new Session(inner as unknown as postgres.Sql, true, session.scope)
        return life.withoutRollbackWhenLost(work({ client: inner, session: own, life }))
      })) as T
    } catch (error) {
      if (!entered) life.noteFailure(error)
      throw error
    } finally {
      session.forgetScope()
    }
  }
  return {
    system: txOver(open, 'system', afterwards),
    workspace: (workspaceId) => txOver(open, workspaceId, afterwards),
    transaction: (scope, work) => savepoint((inner) => work(txOver(inner, scope, afterwards))),
    together: (work) =>
      savepoint((inner) => work(nestedDb(inner, afterwards), txOver(inner, 'system', afterwards))),
  }
}
