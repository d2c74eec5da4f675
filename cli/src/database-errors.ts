export interface Explained {
  found: string
  mend: string
}

const wrongAddress = 'Correct the host and port in DATABASE_URL.'
const notPostgres =
  'Check that DATABASE_URL points to PostgreSQL, and whether it needs ?sslmode=require.'

/** Codes of the operating system, postgres.js and PostgreSQL itself. */
const explanations: Record<string, Explained> = {
  ECONNREFUSED: {
    found: 'PostgreSQL does not answer at DATABASE_URL: the connection was refused.',
    mend: 'Start it, or correct the host and port in DATABASE_URL.',
  },
  ENOTFOUND: { found: 'The host in DATABASE_URL does not exist.', mend: wrongAddress },
  EAI_AGAIN: {
    found: 'The host in DATABASE_URL could not be looked up.',
    mend: 'Check the DNS settings of this machine, or correct the host in DATABASE_URL.',
  },
  CONNECT_TIMEOUT: {
    found: 'PostgreSQL did not answer in time at DATABASE_URL.',
    mend: 'Check that it is running and that no firewall blocks it, or correct DATABASE_URL.',
  },
  EHOSTUNREACH: { found: 'The host in DATABASE_URL cannot be reached.', mend: wrongAddress },
  ENETUNREACH: { found: 'The network of DATABASE_URL cannot be reached.', mend: wrongAddress },
  ECONNRESET: { found: 'The server at DATABASE_URL closed the connection.', mend: notPostgres },
  CONNECTION_CLOSED: {
    found: 'The server at DATABASE_URL closed the connection.',
    mend: notPostgres,
  },
  '28P01': {
    found: 'PostgreSQL refused the user or the password in DATABASE_URL.',
    mend: 'Correct them in DATABASE_URL.',
  },
  '28000': {
    found: 'PostgreSQL does not allow the user in DATABASE_URL to connect from here.',
    mend: 'Correct the user in DATABASE_URL, or allow the connection in pg_hba.conf.',
  },
  '3D000': {
    found: 'The database in DATABASE_URL does not exist.',
    mend: 'Create it with "create database …", or correct the name in DATABASE_URL.',
  },
  '53300': {
    found: 'PostgreSQL has no connections left.',
    mend: 'Raise max_connections, or stop another program that uses PostgreSQL.',
  },
  '57P03': {
    found: 'PostgreSQL is starting or stopping.',
    mend: 'Try again in a moment.',
  },
}

/** Explains a failed connection to the person who runs the service; undefined for other errors. */
export function explainDatabaseError(error: unknown): Explained | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? explanations[code] : undefined
}
