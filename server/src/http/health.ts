import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { SemaphoreLoad } from '../lib/fair-semaphore.ts'
import type { Database } from '../platform/postgres/db.ts'

/** A database behind a proxy that accepts connections may never fail; it just does not answer. */
const patienceMs = 3000
/** All slots may be busy at times. No progress is made only if none is returned for this long. */
const maxStandstillSeconds = 5

const readOnly = 'is read-only'

/** `/healthz`: the process runs. `/readyz`: it can do its work, or reports what is missing. */
export function serveHealth(
  app: FastifyInstance,
  deps: Pick<Deps, 'bus' | 'clock' | 'config' | 'loops' | 'sharesStorage'> & { db: Database },
  stopping: AbortSignal,
): void {
  const watches = {
    transactions: standstillWatch(() => deps.clock()),
    reads: standstillWatch(() => deps.clock()),
  }
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const silence = sleep(patienceMs, 'does not answer')
    const database = await Promise.race([checkDatabase(deps), silence])
    const load = deps.db.load()
    const transactions = watches.transactions(load.transactions)
    const reads = watches.reads(load.reads)
    const loops = stalledLoops(deps)
    const bus = brokenBus(deps)
    const storage = deps.sharesStorage ? 'ok' : 'is not the storage of the other processes'
    const checks = { database, transactions, reads, loops, bus, storage }
    // Requests don't need the others, and many only read. A worker without its loops does nothing.
    const answers = database === readOnly ? 'ok' : database
    const needed = [answers, transactions, reads, deps.config.roles.has('api') ? 'ok' : loops]
    const ready = needed.every((check) => check === 'ok') && !stopping.aborted
    const isWell = Object.values(checks).every((check) => check === 'ok')
    const status = ready
      ? isWell
        ? 'ok'
        : 'degraded'
      : stopping.aborted
        ? 'stopping'
        : 'not ready'
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '2' })
      .send({ status, checks })
  })
}

async function checkDatabase({ db }: { db: Database }): Promise<string> {
  try {
    const [row] = await db.system<{ value: string }>`
      select current_setting('transaction_read_only') as value`
    return row?.value === 'on' ? readOnly : 'ok'
  } catch {
    return 'does not answer'
  }
}

function stalledLoops({ loops }: Pick<Deps, 'loops'>): string {
  const stalled = loops.states().filter(({ isStalled }) => isStalled)
  const list = stalled.map(({ name, lagSeconds }) => `${name} for ${Math.round(lagSeconds)} s`)
  return list.length === 0 ? 'ok' : `no progress: ${list.join(', ')}`
}

function brokenBus({ bus }: Pick<Deps, 'bus'>): string {
  const broken = Object.entries(bus.connections()).filter(([, isConnected]) => !isConnected)
  return broken.length === 0 ? 'ok' : `${broken.map(([name]) => name).join(' and ')} not connected`
}

/** Compares each probe with the previous one, so a probe every few seconds is enough. */
function standstillWatch(clock: () => Date) {
  let since: Date | undefined
  let returnedBefore = 0
  return ({ slots, inUse, returned }: SemaphoreLoad): string => {
    const now = clock()
    const isMoving = inUse < slots || returned !== returnedBefore
    returnedBefore = returned
    if (isMoving) since = undefined
    if (inUse < slots) return 'ok'
    since ??= now
    const seconds = Math.floor((now.getTime() - since.getTime()) / 1000)
    return seconds < maxStandstillSeconds ? 'ok' : `no slot has been free for ${seconds} s`
  }
}
