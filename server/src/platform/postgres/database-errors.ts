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
