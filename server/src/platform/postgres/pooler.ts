import { openSession, type Session } from './session.ts'
import { ourSessions } from './sleeping-sessions.ts'

/** What the connections of a program show about the server that answers them. */
export interface PoolerSigns {
  /** Whether the process id from the handshake is the one of the backend. A pooler invents it. */
  hasRealPid: boolean
  /** The backend processes that answered the first connection, without a transaction. */
  backends: number[]
  /** The backend processes of transactions that others opened meanwhile, and kept open. */
  othersBackends: number[]
}

/** Whether the signs show a pooler that gives the backend of one client to another in between. */
export function showsSharing({ hasRealPid, backends, othersBackends }: PoolerSigns): boolean {
  if (hasRealPid) return false
  const own = new Set(backends)
  return own.size > 1 || othersBackends.some((pid) => own.has(pid))
}

/** An idle pooler gives the backend that it got back last, a busy one takes a few tries. */
const maxTransactions = 5

/**
 * Whether a pooler, such as PgBouncer in transaction mode, shares backends between clients. Then
 * notifications of PostgreSQL don't arrive: it sends them to the backend that listens.
 */
export async function sharesBackends(url: string): Promise<boolean> {
  const opened = [await openSession(url, ourSessions)]
  const [first] = opened as [Session]
  try {
    const backend = await readBackend(first)
    const hasRealPid = backend === (first.client as unknown as { processID: number }).processID
    const signs: PoolerSigns = { hasRealPid, backends: [backend], othersBackends: [] }
    while (!hasRealPid && !showsSharing(signs) && opened.length <= maxTransactions) {
      const other = await openSession(url, ourSessions)
      opened.push(other)
      await requireTransaction(other)
      signs.othersBackends.push(await readBackend(other))
      signs.backends.push(await readBackend(first))
    }
    return showsSharing(signs)
  } finally {
    await Promise.all(opened.map((session) => session.end()))
  }
}

async function requireTransaction(session: Session): Promise<void> {
  try {
    await session.execute('begin')
  } catch (cause) {
    throw new Error(
      'The connection pooler at DATABASE_URL does not allow transactions. ' +
        'Set pool_mode = transaction or session, or connect to PostgreSQL directly.',
      { cause },
    )
  }
}

async function readBackend(session: Session): Promise<number> {
  const [row] = await session<{ pid: number }>`select pg_backend_pid() as pid`
  return row?.pid as number
}
