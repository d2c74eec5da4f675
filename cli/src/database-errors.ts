export interface Explained {
  found: string
  fix: string
}

const wrongAddress = 'Correct the host and port in DATABASE_URL.'
const notPostgres =
  'Check that DATABASE_URL points to PostgreSQL, and whether it needs ?sslmode=require.'

/** Codes of the operating system, of our database access and of PostgreSQL itself. */
const explanations: Record<string, Explained> = {
  ECONNREFUSED: {
    found: 'PostgreSQL does not answer at DATABASE_URL: the connection was refused.',
    fix: 'Start it, or correct the host and port in DATABASE_URL.',
  },
  ENOTFOUND: { found: 'The host in DATABASE_URL does not exist.', fix: wrongAddress },
  EAI_AGAIN: {
    found: 'The host in DATABASE_URL could not be looked up.',
    fix: 'Check the DNS settings of this machine, or correct the host in DATABASE_URL.',
  },
  CONNECT_TIMEOUT: {
    found: 'PostgreSQL did not answer in time at DATABASE_URL.',
    fix: 'Check that it is running and that no firewall blocks it, or correct DATABASE_URL.',
  },
  EHOSTUNREACH: { found: 'The host in DATABASE_URL cannot be reached.', fix: wrongAddress },
  ENETUNREACH: { found: 'The network of DATABASE_URL cannot be reached.', fix: wrongAddress },
  ECONNRESET: { found: 'The server at DATABASE_URL closed the connection.', fix: notPostgres },
  CONNECTION_CLOSED: {
    found: 'The server at DATABASE_URL closed the connection.',
    fix: notPostgres,
  },
  '08P01': {
    found: 'The connection pooler at DATABASE_URL rejects our connection settings.',
    fix: 'Set its ignore_startup_parameters as in docs/configuration.md, or connect to PostgreSQL directly.',
  },
  '28P01': {
    found: 'PostgreSQL refused the user or the password in DATABASE_URL.',
    fix: 'Correct them in DATABASE_URL.',
  },
  '28000': {
    found: 'PostgreSQL does not allow the user in DATABASE_URL to connect from here.',
    fix: 'Correct the user in DATABASE_URL, or allow the connection in pg_hba.conf.',
  },
  '3D000': {
    found: 'The database in DATABASE_URL does not exist.',
    fix: 'Create it with "create database …", or correct the name in DATABASE_URL.',
  },
  '53300': {
    found: 'PostgreSQL has no connections left.',
    fix: 'Raise max_connections, or stop another program that uses PostgreSQL.',
  },
  '57P03': {
    found: 'PostgreSQL is starting or stopping.',
    fix: 'Try again in a moment.',
  },
}

/** Explains a failed connection to the person who runs the service; undefined for other errors. */
export function explainDatabaseError(error: unknown): Explained | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? explanations[code] : undefined
}
