/** The database did not finish in time. Temporary: the caller should retry. */
export class DatabaseTimeout extends Error {
  readonly code = 'DATABASE_TIMEOUT'
}

/** The connection is open, but the other side no longer knows what we sent. */
export class DeadConnection extends DatabaseTimeout {}

/** The database cannot be reached at the moment. Temporary: the caller should retry. */
export class DatabaseAway extends Error {
  readonly code = 'DATABASE_AWAY'

  constructor() {
    super('The database cannot be reached.')
  }
}

const awayCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'DATABASE_TIMEOUT', // our own deadlines
  'DATABASE_AWAY',
  'OVERLOADED', // no slot was free in time
  '25006', // read-only: a standby, or the former primary after a failover
  '25P03', // idle in a transaction for too long
  '25P04', // transaction timeout
  '53300', // too many connections
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // shutting down
  '57P02',
  '57P03', // starting up
])

/** Whether an error is temporary, because the database or the connection to it is away or busy. */
export function isDatabaseAway(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (awayCodes.has(code) || code.startsWith('08'))
}

/** Whether PostgreSQL ended the transaction because two waited for each other. Nothing of it stays. */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '40P01'
}

/** Whether a migration changed what a prepared statement returns, so it has to be prepared again. */
export function isPlanOutdated(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** Whether the server takes no writes, as a standby does. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown }).code === '25006'
}

/** Errors after which the statement's connection is closed. */
export function isLost(error: unknown): boolean {
  if (error instanceof DatabaseTimeout) return true
  const { code, syscall, severity } = error as Record<string, unknown>
  const saidGoodbye = severity === 'FATAL' || severity === 'PANIC'
  return code === 'CONNECTION_CLOSED' || syscall !== undefined || saidGoodbye
}

const cutOffCodes = new Set(['57P01', 'CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE'])

/** Whether the connection was closed, such as one that was idle during a restart of PostgreSQL. */
export function isCutOff(error: unknown): boolean {
  return cutOffCodes.has((error as { code: string }).code)
}

/** Node-postgres tells some errors apart by their messages only. */
const messages: [RegExp, string][] = [
  [/timeout/i, 'CONNECT_TIMEOUT'],
  [/^Connection terminated|not queryable|Cannot use a pool/, 'CONNECTION_CLOSED'],
]

/** Adds a code to an error of node-postgres that has none. */
export function withCode(error: Error): Error {
  if ((error as { code?: unknown }).code !== undefined) return error
  const code = messages.find(([message]) => message.test(error.message))?.[1]
  return code === undefined ? error : Object.assign(error, { code })
}
