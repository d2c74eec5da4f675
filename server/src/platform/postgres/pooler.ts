import postgres from 'postgres'

/** What the connections of a program show about the server that answers them. */
export interface PoolerSigns {
  /** Whether the process id from the handshake is the one of the backend. A pooler invents it. */
  hasRealPid: boolean
  /** The backend processes that answered the first connection, without a transaction. */
  backends: number[]
  /** The backend processes of transactions that others opened meanwhile, and kept open. */
  othersBackends: number[]
}

/**
 * Whether a pooler gives the backend of one client to another between transactions. We set the
 * workspace and listen for notifications per connection, so another client would get our rows.
 */
export function sharesBackends({ hasRealPid, backends, othersBackends }: PoolerSigns): boolean {
  if (hasRealPid) return false
  const own = new Set(backends)
  return own.size > 1 || othersBackends.some((pid) => own.has(pid))
}

/** An idle pooler gives the backend that it got back last, a busy one takes a few tries. */
const maxTransactions = 5

const patienceMs = 5000

const advice =
  'Atelier needs connections of its own: set pool_mode = session, or connect to PostgreSQL directly.'

/** Rejects a pooler that shares backends, such as PgBouncer in transaction mode. */
export async function requireOwnBackends(url: string, client: postgres.Sql): Promise<void> {
  const query = client<{ pid: number }[]>`select pg_backend_pid() as pid`
  const [row] = await query
  const backend = row?.pid as number
  const hasRealPid = backend === (query as unknown as { state: { pid: number } }).state.pid
  if (hasRealPid) return
  const others = postgres(url, { max: maxTransactions, onnotice: () => {}, connect_timeout: 5 })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(tooFew)), patienceMs)
  const signs = { hasRealPid, backends: [backend], othersBackends: [] }
  try {
    await Promise.race([compareBackends(client, others, signs), late.promise])
  } catch (error) {
    if ((error as Error).message === tooFew) throw error
    throw new Error(
      `The connection pooler at DATABASE_URL does not allow transactions. ${advice}`,
      {
        cause: error,
      },
    )
  } finally {
    clearTimeout(timer)
    await others.end({ timeout: 1 })
  }
  if (!sharesBackends(signs)) return
  throw new Error(
    `DATABASE_URL points to a connection pooler in transaction mode, such as PgBouncer. ${advice}`,
  )
}

const tooFew =
  'The connection pooler at DATABASE_URL gives no second connection. ' +
  'Raise its pool size to the number in docs/configuration.md, or connect to PostgreSQL directly.'

/** Opens transactions, each inside the one before, until one shows that backends are shared. */
async function compareBackends(
  client: postgres.Sql,
  others: postgres.Sql,
  signs: PoolerSigns,
  left = maxTransactions,
): Promise<void> {
  if (left === 0) return
  await others.begin(async (tx) => {
    signs.othersBackends.push(await backendOf(tx))
    signs.backends.push(await backendOf(client))
    if (!sharesBackends(signs)) await compareBackends(client, others, signs, left - 1)
  })
}

async function backendOf(client: postgres.ISql): Promise<number> {
  const [row] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid as number
}
