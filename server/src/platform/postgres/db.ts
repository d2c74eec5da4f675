import { EventEmitter } from 'node:events'
import { FairSemaphore, maxWaitSeconds, type SemaphoreLoad } from '../../lib/fair-semaphore.ts'
import type { Connection } from './connection.ts'
import { Connections } from './connections.ts'
import { isPlanOutdated } from './database-errors.ts'
import { GroupCommit, type GroupWrite } from './group-commit.ts'
import { Listener } from './listener.ts'
import type { OpenTransaction } from './open-transaction.ts'
import { type DatabaseSettings, defaultDatabaseSettings, graceSeconds } from './settings.ts'
import { SharedReads } from './shared-reads.ts'
import { ourSessions } from './sleeping-sessions.ts'
import { type Scope, type Sql, sqlOver } from './sql.ts'
import { Transactions } from './transactions.ts'

type AfterCommit = string | (() => Promise<void>)

/** A transaction: its statements become visible together or not at all. */
export interface Tx extends Sql {
  /**
   * Notifies the listeners of a topic after the commit, or runs work before the caller continues.
   * That work must not throw, because nothing can be rolled back anymore.
   */
  afterCommit(what: AfterCommit): void
}

export interface Db {
  /** Statements that see only one workspace; row-level security hides all others. */
  workspace(workspaceId: number): Sql
  /** Statements that see all rows: credentials, the outbox, housekeeping. */
  system: Sql
  /** After a deadlock the work runs once more: so it may change nothing but the database. */
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Writes an item in a transaction that concurrent calls share if they have the same `write` and
   * `about`. Use it for frequent writes. `about` names the row that they lock, if any.
   */
  group<Item, Result>(
    scope: Scope,
    write: GroupWrite<Tx, Item, Result>,
    item: Item,
    about?: string,
  ): Promise<Result>
  /**
   * One transaction around everything that `work` does with its Db. Transactions inside it become
   * savepoints. `owner` determines in whose line it waits for a slot.
   */
  atomically<T>(owner: Scope, work: (db: Db, tx: Tx) => Promise<T>): Promise<T>
}

export interface Database extends Db {
  /** How busy the connections are, by purpose. */
  load(): DatabaseLoad
  onCommit(topic: string, listener: () => void): () => void
  listen(channel: string, onMessage: (text: string) => void, onListening: () => void): Promise<void>
  notify(channel: string, text: string): Promise<void>
  /** Whether notifications arrive. */
  isListening(): boolean
  close(): Promise<void>
}

export interface DatabaseLoad {
  transactions: SemaphoreLoad
  reads: SemaphoreLoad
  /** Statements of the service itself. */
  own: SemaphoreLoad
}

export function openDatabase(
  url: string,
  applicationName = ourSessions,
  settings: DatabaseSettings = defaultDatabaseSettings,
): Database {
  const { connections: own, readConnections, statementSeconds } = settings
  const max = own + readConnections + settings.transactions
  const connections = new Connections(url, applicationName, max, settings)
  const transactions = new Transactions(connections, settings)
  const ownSlots = new FairSemaphore<Scope>(own)
  const reads = new SharedReads(connections, settings)
  const commits = new EventEmitter().setMaxListeners(0)

  const use = { what: 'A statement', maxSeconds: statementSeconds + graceSeconds }
  const system = sqlOver((statement) => {
    const send = async (connection: Connection) => (await connection.send(statement)).rows
    const sendOnce = () => connections.run(use, send)
    return ownSlots.run('system', () => repeatIfOutdated(sendOnce), { maxWaitSeconds })
  })
  const notify = async (channel: string, text: string) => {
    // A message can be lost anyway, so its commit need not wait for the disk.
    await system`
      select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${text})`
  }
  const listener = new Listener(url, notify)

  async function finish<T>(running: (afterwards: Set<AfterCommit>) => Promise<T>): Promise<T> {
    const afterwards = new Set<AfterCommit>()
    const result = await running(afterwards)
    // The slot is free again by now: the following work may need one itself.
    for (const one of afterwards) {
      if (typeof one === 'string') commits.emit(one)
      else await one()
    }
    return result
  }
  const transaction: Db['transaction'] = (scope, work) =>
    finish((afterwards) =>
      transactions.run(scope, (open) => {
        afterwards.clear() // those of a run before
        return work(txOver(open, scope, afterwards))
      }),
    )
  const groups = new GroupCommit<Tx>(transaction)

  return {
    system,
    workspace: (workspaceId) =>
      sqlOver((statement) => repeatIfOutdated(() => reads.send(workspaceId, statement))),
    transaction,
    group: (scope, write, item, about = '') => groups.add({ scope, about, write }, item),
    atomically: (owner, work) =>
      finish((afterwards) =>
        transactions.runWorkOnce(owner, (open) =>
          work(nestedDb(open, afterwards), txOver(open, 'system', afterwards)),
        ),
      ),
    load: () => ({
      transactions: transactions.load(),
      reads: reads.load(),
      own: ownSlots.load(),
    }),
    onCommit: (topic, listen) => {
      commits.on(topic, listen)
      return () => commits.off(topic, listen)
    },
    listen: (name, onMessage, onListening) => listener.listen({ name, onMessage, onListening }),
    notify,
    isListening: () => listener.isHeard,
    close: async () => {
      await Promise.all([listener.close(), connections.close()])
    },
  }
}

/** Nothing of the statement has happened, and it is prepared again. */
function repeatIfOutdated<T>(send: () => Promise<T>): Promise<T> {
  return send().catch((error) => (isPlanOutdated(error) ? send() : Promise.reject(error)))
}

function txOver(open: OpenTransaction, scope: Scope, afterwards: Set<AfterCommit>): Tx {
  return Object.assign(
    sqlOver((statement) => open.send(statement, scope)),
    { afterCommit: (what: AfterCommit) => void afterwards.add(what) },
  )
}

function nestedDb(open: OpenTransaction, afterwards: Set<AfterCommit>): Db {
  const transaction: Db['transaction'] = (scope, work) =>
    open.savepoint((inner) => work(txOver(inner, scope, afterwards)))
  return {
    system: txOver(open, 'system', afterwards),
    workspace: (workspaceId) => txOver(open, workspaceId, afterwards),
    transaction,
    group: async (scope, write, item) => {
      const [result] = await transaction(scope, (tx) => write(tx, [item]))
      if (result instanceof Error) throw result
      return result as Exclude<typeof result, Error | undefined>
    },
    atomically: (_owner, work) =>
      open.savepoint((inner) =>
        work(nestedDb(inner, afterwards), txOver(inner, 'system', afterwards)),
      ),
  }
}
