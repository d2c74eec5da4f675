import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** A database behind a proxy that takes connections and hangs up never fails; it just says nothing. */
const patienceMs = 3000

/** `/healthz`: the process runs. `/readyz`: it can do its work, or says what is missing. */
export function serveHealth(app: FastifyInstance, deps: Deps, stopping: AbortSignal): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const answered = deps.db.system`select 1`.then(
      () => 'ok',
      () => 'does not answer',
    )
    const database = await Promise.race([answered, sleep(patienceMs, 'does not answer')])
    const ready = database === 'ok' && !stopping.aborted
    const status = ready ? 'ok' : stopping.aborted ? 'stopping' : 'not ready'
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '2' })
      .send({ status, checks: { database } })
  })
}
