import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ServerProcess, useProcesses } from '../processes.ts'
import { sample } from '../soak.ts'
import { succeed, until } from '../talking.ts'
import { createTestDatabase } from '../test-database.ts'
import { everyFault, halfOpen, killedWorker } from './faults.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Load, namesOf, startLoad, untilRecovered, untilSucceeded } from './load.ts'

/** A soak breaks a whole fleet for half an hour; `npm test` breaks a small one twice. */
const faults = sample([halfOpen, killedWorker], everyFault)
const holdMs = sample(0, 60_000)
const calmMs = sample(0, 75_000)

const processes = useProcesses()

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

async function expectComplete(fleet: Fleet, load: Load): Promise<void> {
  const server = fleet.api[0] as ServerProcess
  expect(load.surprises).toEqual([])
  for (const [kind, acknowledged] of Object.entries(load.acknowledged)) {
    const names = await namesOf(server, kind as keyof Load['acknowledged'])
    expect(names.length, `${kind}: one of each`).toBe(new Set(names).size)
    const lost = [...acknowledged].filter((name) => !names.includes(name))
    expect(lost, kind).toEqual([])
  }
  for (const id of load.tasks) await untilSucceeded(server, id)
  const wanted = await createdEvents(server)
  const missing = () => wanted.filter((seq) => !load.receiver.seqs.has(seq))
  const all = async () => missing().length === 0
  await until('every webhook', all, 300_000).catch(async () => {
    const { results } = await succeed(server, 'GET', '/api/v1/webhooks/deliveries?status=queued')
    expect(results, `Events that did not arrive: ${missing()}`).toEqual([])
  })
}

async function createdEvents(server: ServerProcess): Promise<number[]> {
  const seqs: number[] = []
  for (let after = 0; ; ) {
    const page = await succeed(server, 'GET', `/api/v1/events?after=${after}&limit=1000`)
    if (page.results.length === 0) return seqs
    const wanted = ['teamspace.created', 'pm_task.created']
    for (const { seq, type } of page.results) if (wanted.includes(type)) seqs.push(seq)
    after = page.last_seq
  }
}

/** A row of the table in docs/promises. */
function report({ fault, recoveredMs, slowestMs }: Outcome): void {
  if (sample(true, false)) return
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  process.stdout.write(`| ${fault} | ${seconds(recoveredMs)} s | ${seconds(slowestMs)} s |\n`)
}
