import type postgres from 'postgres'

/** Connection pool sizes and timeouts of the process. */
export interface DatabaseSettings {
  /** Connections for the service's own statements. */
  connections: number
  /** Connections for workspace reads, each with many statements in flight. */
  readConnections: number
  /** Maximum concurrent transactions, each on its own connection. */
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

/** PostgreSQL's limits end a statement first; ours covers a connection that does not answer. */
export const graceSeconds = 5

/** `transaction_timeout` exists since this version; older ones reject a connection that sets it. */
const firstWithTransactionTimeout = 17

export type ClientOptions = postgres.Options<Record<string, postgres.PostgresType>>

export function clientOptions(
  applicationName: string,
  settings: DatabaseSettings,
  onServerVersion: (major: number) => void,
): ClientOptions {
  return {
    connect_timeout: 5,
    // By default, reconnecting to a database that was down waits up to 20 s.
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
      // Planning the most frequent read takes three times as long as running it, and our statements
      // find their rows by index regardless of the values.
      plan_cache_mode: 'force_generic_plan',
    },
    types: {
      // Counts and sequence numbers stay far below 2^53.
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      // A date has no time zone, so it stays text.
      date: { to: 1082, from: [1082], parse: (text: string) => text, serialize: String },
    },
  }
}

/**
 * Applies to new connections. Open ones continue without it: our own deadline ends their
 * transactions, and this limit covers the case that our process no longer runs.
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
