import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { useProcesses } from '../processes.ts'
import { sample } from '../soak.ts'
import { createTestDatabase } from '../test-database.ts'
import { expectComplete } from './complete.ts'
import { everyFault, type Fault, halfOpen, killedWorker } from './faults.ts'
import { startFleet } from './fleet.ts'
import { startLoad, untilRecovered } from './load.ts'

/** A soak breaks a whole fleet for half an hour; `npm test` breaks a small one twice. */
const faults = sample([halfOpen, killedWorker], everyFault.filter(isWanted))
const holdMs = sample(0, 60_000)
const calmMs = sample(0, 75_000)

const processes = useProcesses()

/** ATELIER_FAULTS=Redis,S3 repeats only the faults whose names contain one of these words. */
function isWanted({ name }: Fault): boolean {
  const words = (process.env.ATELIER_FAULTS ?? '').split(',')
  return words.some((word) => name.includes(word))
}

interface Outcome {
  fault: string
  recoveredMs: number
  slowestMs: number
}

test('whatever breaks, every acknowledged write exists once, and every task and event arrives', {
  timeout: sample(240_000, 5_400_000),
}, async () => {
  const database = sample(await createTestDatabase(), undefined)
  const env = {
    ATELIER_ALLOW_CIDRS: 'webhooks=127.0.0.0/8',
    ATELIER_RATE_LIMIT_PER_MINUTE: '0',
  }
  const fleet = await startFleet({
    processes,
    size: sample(1, 2),
    env,
    ...(database && { databaseUrl: database.url }),
  })
  const load = await startLoad(fleet)
  const outcomes: Outcome[] = []
  for (const fault of faults) {
    await sleep(calmMs)
    load.slowestMs()
    let from = performance.now()
    await fault.inject(fleet, holdMs)
    if (!fault.isInstant) from = performance.now()
    await untilRecovered(fleet, load)
    const recoveredMs = performance.now() - from
    outcomes.push({ fault: fault.name, recoveredMs, slowestMs: load.slowestMs() })
    report(outcomes.at(-1) as Outcome)
  }
  await load.stop()
  await expectComplete(fleet, load)
  await load.receiver.close()
  await fleet.close()
  await database?.drop()
})

/** A row of the table in docs/promises. */
function report({ fault, recoveredMs, slowestMs }: Outcome): void {
  if (sample(true, false)) return
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  process.stdout.write(`| ${fault} | ${seconds(recoveredMs)} s | ${seconds(slowestMs)} s |\n`)
}
