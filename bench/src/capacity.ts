import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { countStatements } from '../../server/test/statement-counter.ts'
import { type Cost, measureCost, prepareOperations } from './capacity/measure-cost.ts'
import { computePlan, printPlans } from './capacity/plan.ts'
import { startAtelier } from './start-atelier.ts'

/**
 * Measures what each operation costs the server and PostgreSQL, with all background work that it
 * causes, and calculates from that what installations of different sizes need.
 */
export async function capacity(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const database = await openEmbeddedPostgres(folder)
  const counter = await countStatements(database.url)
  const atelier = await startAtelier({ DATABASE_URL: counter.url })
  try {
    const costs: Cost[] = []
    console.log('                          server  PostgreSQL  statements      WAL    rows')
    for (const operation of await prepareOperations(atelier)) {
      const cost = await measureCost(operation, { atelier, database, counter })
      costs.push(cost)
      print(cost)
    }
    printPlans([1e3, 1e4, 1e5, 1e6, 1e7, 1e8].map((people) => computePlan(people, costs)))
  } finally {
    atelier.child.kill('SIGKILL')
    await counter.close()
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}

function print({ name, serverMs, databaseMs, statements, walBytes, rowBytes }: Cost): void {
  const cells = [
    `${serverMs.toFixed(2)} ms`.padStart(9),
    `${databaseMs.toFixed(2)} ms`.padStart(12),
    statements.toFixed(1).padStart(12),
    `${(walBytes / 1000).toFixed(1)} kB`.padStart(9),
    `${(rowBytes / 1000).toFixed(1)} kB`.padStart(8),
  ]
  console.log(name.padEnd(23) + cells.join(''))
}
