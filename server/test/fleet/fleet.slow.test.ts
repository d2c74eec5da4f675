import { test } from 'vitest'
import { useProcesses } from '../processes.ts'
import { sample } from '../soak.ts'
import { createTestDatabase } from '../test-database.ts'
import { breakFleet } from './break-fleet.ts'
import { everyFault, halfOpen, isWanted, killedWorker } from './faults.ts'
import { startFleet } from './fleet.ts'

/** A soak breaks a whole fleet for half an hour; `npm test` breaks a small one twice. */
const faults = sample([halfOpen, killedWorker], everyFault.filter(isWanted))

const processes = useProcesses()

test('whatever breaks, every acknowledged write exists once, and every task and event arrives', async () => {
  const database = sample(await createTestDatabase(), undefined)
  const fleet = await startFleet({
    processes,
    size: sample(1, 2),
    ...(database && { databaseUrl: database.url }),
  })
  try {
    await breakFleet(fleet, faults)
  } finally {
    await fleet.close()
  }
  await database?.drop()
})
