import { EventEmitter } from 'node:events'
import postgres from 'postgres'
import type { SemaphoreLoad } from '../../lib/fair-semaphore.ts'
import {
  clientOptions,
  type DatabaseSettings,
  defaultDatabaseSettings,
  graceSeconds,
  limitTransactions,
} from './client-options.ts'
import { isDeadlock } from './database-errors.ts'
import { GroupCommit, type GroupWrite } from './group-commit.ts'
import { Listener } from './listener.ts'
import { Probe } from './probe.ts'
import { ReadLanes } from './read-lanes.ts'
import { ReplaceableClient } from './replaceable-client.ts'
import { makeSerializersTotal } from './sendable-values.ts'
import { endTransaction, ourSessions } from './sleeping-sessions.ts'
import { type Scope, type SentQuery, Session, type Sql, sqlOver } from './sql.ts'
import { Supervisor } from './supervisor.ts'
import { type OpenTransaction, Transactions } from './transactions.ts'

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
  const options = clientOptions(applicationName, settings, (major) => {
    limitTransactions(forTransactions.current, major, settings)
  })
  const open = (max: number) => makeSerializersTotal(postgres(url, { ...options, max }))
  const pool = new ReplaceableClient(() => open(settings.connections), graceSeconds)
  const forTransactions = new ReplaceableClient(
    () => open(settings.transactions),
    settings.transactionSeconds,
  )
  const builder = open(1)
  const probe = new Probe(url)
  const supervisor = new Supervisor(probe, () => {
    pool.replace(pool.current)
    forTransactions.replace(forTransactions.current)
    lanes.replaceAll()
  })
  const lanes = new ReadLanes(url, options, settings, supervisor)
  let underWay = 0
  const commits = new EventEmitter().setMaxListeners(0)
  const system = sqlOver(builder, async (text, values) => {
    supervisor.requireReachable()
    underWay++
    try {
      return await sendOnPool(pool, supervisor, settings, { text, values })
    } finally {
      underWay--
    }
  })
  const transactions = new Transactions(forTransactions, settings, supervisor, (pid, seconds) =>
    endTransaction(system, pid, seconds),
  )

  const notify = async (channel: string, text: string) => {
    // A message can be lost anyway, so its commit need not wait for the disk.
    await system`
      select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${text})`
  }
  const listener = new Listener(() => open(1), notify)

  async function begin<T>(owner: Scope, work: Work<T>): Promise<T> {
    const afterwards = new Set<AfterCommit>()
    const result = await transactions.run(owner, (open) => work(open, afterwards))
    // The slot is free again by now: the following work may need one itself.
    for (const one of afterwards) {
      if (typeof one === 'string') commits.emit(one)
      else await one()
    }
    return result
  }
  const transaction: Db['transaction'] = (scope, work) => {
    const once = () => begin(scope, (open, afterwards) => work(txOver(open, scope, afterwards)))
    return once().catch((error) => (isDeadlock(error) ? once() : Promise.reject(error)))
  }
  const groups = new GroupCommit<Tx>(transaction)

  return {
    system,
    workspace: (workspaceId) =>
      sqlOver(builder, (text, values) => lanes.send(workspaceId, text, values)),
    transaction,
    group: (scope, write, item, about = '') => groups.add({ scope, about, write }, item),
    atomically: (owner, work) =>
      begin(owner, (open, afterwards) =>
        work(nestedDb(open, afterwards), txOver(open, 'system', afterwards)),
      ),
    load: () => ({
      transactions: transactions.load(),
      reads: lanes.load(),
      own: poolLoad(settings.connections, underWay),
    }),
    onCommit: (topic, listen) => {
      commits.on(topic, listen)
      return () => commits.off(topic, listen)
    },
    listen: (name, onMessage, onListening) => listener.listen({ name, onMessage, onListening }),
    notify,
    isListening: () => listener.isHeard,
    close: async () => {
      supervisor.close()
      await Promise.all([pool.end(), forTransactions.end(), listener.close(), builder.end()])
      await Promise.all([lanes.close(), probe.close()])
    },
  }
}

/** The client queues statements by itself, so the wait of the first one is not known. */
function poolLoad(slots: number, underWay: number): SemaphoreLoad {
  const inUse = Math.min(slots, underWay)
  return { slots, inUse, waiting: underWay - inUse, oldestWaitSeconds: 0, returned: 0 }
}

async function sendOnPool<T extends object>(
  pool: ReplaceableClient,
  supervisor: Supervisor,
  { statementSeconds }: DatabaseSettings,
  { text, values }: { text: TemplateStringsArray; values: unknown[] },
): Promise<T[]> {
  const client = pool.current
  const rows = client<T[]>(text, ...(values as never[])).execute()
  const work = {
    what: 'A statement',
    maxSeconds: statementSeconds + graceSeconds,
    waitsFor: () => (rows as SentQuery).state?.pid ?? ('unsent' as const),
    onLost: () => pool.replace(client),
  }
  return supervisor.run(work, rows)
}

type Work<T> = (open: OpenTransaction, afterwards: Set<AfterCommit>) => Promise<T>

function txOver(
  { client, session, life }: OpenTransaction,
  scope: Scope,
  afterwards: Set<AfterCommit>,
): Tx {
  const sql = sqlOver(client as unknown as postgres.Sql, (text, values) =>
    life.send((onSend) => session.send(scope, text, values, onSend)),
  )
  return Object.assign(sql, {
    afterCommit: (what: AfterCommit) => void afterwards.add(what),
  })
}

function nestedDb(open: OpenTransaction, afterwards: Set<AfterCommit>): Db {
  const { client, session, life } = open
  const savepoint = async <T>(work: (open: OpenTransaction) => Promise<T>): Promise<T> => {
    let entered = false
    life.requireOpen()
    try {
      return (await client.savepoint((inner) => {
        entered = true
        const own = new Session(inner as unknown as postgres.Sql, true, session.scope)
        return life.untilLost(work({ client: inner, session: own, life }))
      })) as T
    } catch (error) {
      if (!entered) life.noteFailure(error)
      throw error
    } finally {
      session.forgetScope()
    }
  }
  const transaction: Db['transaction'] = (scope, work) =>
    savepoint((inner) => work(txOver(inner, scope, afterwards)))
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
      savepoint((inner) => work(nestedDb(inner, afterwards), txOver(inner, 'system', afterwards))),
  }
}
