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
  'CONNECTION_ENDED',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  '42704', // new connection without a scope: the old one was lost between two statements
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
