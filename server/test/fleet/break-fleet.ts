import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { sample } from '../soak.ts'
import { expectComplete } from './complete.ts'
import type { Fault } from './faults.ts'
import type { Fleet } from './fleet.ts'
import { startLoad, waitForRecovery } from './load.ts'

/** How long a fault lasts, and how long the fleet rests before the next one. */
const holdMs = sample(0, 60_000)
const calmMs = sample(0, 75_000)

interface Outcome {
  fault: string
  recoveredMs: number
  slowestMs: number
}

/** Breaks a fleet under load, one fault after another, and checks that nothing was lost. */
export async function breakFleet(fleet: Fleet, faults: Fault[]): Promise<void> {
  await breakAll(fleet, faults).catch(async (error) => {
    await keepOutput(fleet)
    throw error
  })
}

async function breakAll(fleet: Fleet, faults: Fault[]): Promise<void> {
  const load = await startLoad(fleet)
  for (const fault of faults) {
    await sleep(calmMs)
    expect(fleet.crashes).toEqual([])
    load.slowestMs()
    let from = performance.now()
    await fault.inject(fleet, holdMs)
    if (!fault.isInstant) from = performance.now()
    await waitForRecovery(fleet, load)
    expect(fleet.crashes).toEqual([])
    const recoveredMs = performance.now() - from
    report({ fault: fault.name, recoveredMs, slowestMs: load.slowestMs() })
  }
  await load.stop()
  await expectComplete(fleet, load)
  await load.receiver.close()
}

/** What the processes wrote says why something was lost. */
async function keepOutput(fleet: Fleet): Promise<void> {
  const path = join(import.meta.dirname, '../../../node_modules/.cache/fleet-output.log')
  await writeFile(path, fleet.output())
  process.stdout.write(`The output of the fleet is in ${path}\n`)
}

/** A row of the table in docs/promises. */
function report({ fault, recoveredMs, slowestMs }: Outcome): void {
  if (sample(true, false)) return
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  process.stdout.write(`| ${fault} | ${seconds(recoveredMs)} s | ${seconds(slowestMs)} s |\n`)
}
