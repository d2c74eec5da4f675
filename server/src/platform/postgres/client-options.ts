import type postgres from 'postgres'

/** How the process shares its connections, and how long it waits for them. */
export interface DatabaseSettings {
  /** Connections for statements of the service itself. */
  connections: number
  /** Connections over which the reads of workspaces are spread, each with many in flight. */
  readConnections: number
  /** Transactions at once, each with a connection of its own. */
  transactions: number
  statementSeconds: number
  lockSeconds: number
  idleTransactionSeconds: number
  transactionSeconds: number
}

export const defaultDatabaseSettings: DatabaseSettings = {
  connections: 6,
  readConnections: 6,
  transactions: 10,
  statementSeconds: 30,
  lockSeconds: 10,
  idleTransactionSeconds: 30,
  transactionSeconds: 60,
}

/** PostgreSQL's limits end a statement first; ours is for a connection that does not answer. */
export const graceSeconds = 5

/** `transaction_timeout` came with this version; older ones refuse the connection that sets it. */
const firstWithTransactionTimeout = 17

export type ClientOptions = postgres.Options<Record<string, postgres.PostgresType>>

export function clientOptions(
  applicationName: string,
  settings: DatabaseSettings,
  onServerVersion: (major: number) => void,
): ClientOptions {
  return {
    connect_timeout: 5,
    // The default waits up to 20 s before it tries a database again that was away.
    backoff: () => 0.2,
    max_lifetime: null,
    onnotice: () => {},
    onparameter: (name, value) => {
      if (name === 'server_version') onServerVersion(Number.parseInt(value, 10))
    },
    connection: {
      application_name: applicationName,
      statement_timeout: settings.statementSeconds * 1000,
      lock_timeout: settings.lockSeconds * 1000,
      idle_in_transaction_session_timeout: settings.idleTransactionSeconds * 1000,
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
}

/**
 * From the next connection on. Those that are open already keep going without it: our own deadline
 * ends their transactions, and this limit is for the case that our process no longer runs.
 */
export function limitTransactions(
  client: postgres.Sql,
  serverMajor: number,
  { transactionSeconds }: DatabaseSettings,
): void {
  if (serverMajor < firstWithTransactionTimeout) return
  const connection = client.options.connection as Record<string, unknown>
  connection.transaction_timeout = (transactionSeconds + graceSeconds) * 1000
}
