import type pg from 'pg'

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

export const connectTimeoutMs = 5000

/**
 * How to reach the database of a URL. Its `sslmode` means what it means to PostgreSQL's own
 * programs; node-postgres would verify the certificate in all modes.
 */
export function connectionOptions(url: string, applicationName: string): pg.ClientConfig {
  const address = new URL(url)
  const { searchParams } = address
  if (searchParams.has('sslmode') && !searchParams.has('uselibpqcompat')) {
    searchParams.set('uselibpqcompat', 'true')
  }
  return {
    connectionString: address.href,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  }
}

/**
 * Sets the limits of a new connection and tells whether it leads to a server process of its own.
 * The process id of the handshake is the one of the server process, unless a pooler invented it.
 * A pooler's connections serve others too, so there the limits of the database user apply.
 */
export async function prepareConnection(
  client: pg.Client,
  settings: DatabaseSettings,
): Promise<boolean> {
  const limits = {
    statement_timeout: settings.statementSeconds,
    lock_timeout: settings.lockSeconds,
    idle_in_transaction_session_timeout: settings.idleTransactionSeconds,
    transaction_timeout: settings.transactionSeconds + graceSeconds,
  }
  const names = Object.keys(limits)
  const { rows } = await client.query<{ isDirect: boolean }>({
    text: `select pg_backend_pid() = $1 as "isDirect",
      case when pg_backend_pid() = $1 then set_config('plan_cache_mode', 'force_generic_plan', false) end,
      ${names.map((name, place) => `case when pg_backend_pid() = $1 and ${exists(name)} then set_config('${name}', $${place + 2}, false) end`).join(', ')}`,
    values: [
      (client as unknown as { processID: number }).processID,
      ...Object.values(limits).map((seconds) => String(seconds * 1000)),
    ],
    query_timeout: connectTimeoutMs,
  } as pg.QueryConfig)
  return rows[0]?.isDirect === true
}

/** PostgreSQL limits whole transactions since version 17. */
function exists(name: string): string {
  return name === 'transaction_timeout'
    ? "current_setting('server_version_num')::int >= 170000"
    : 'true'
}
