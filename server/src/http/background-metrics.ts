import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type GaugeConfiguration } from 'prom-client'
import type { Deps } from '../deps.ts'
import { type Backlog, type BacklogState, readBacklogs } from '../platform/work/backlog.ts'
import type { LoopState } from '../platform/work/loops.ts'

type Needs = Pick<Deps, 'db' | 'bus' | 'clock' | 'loops' | 'metrics' | 'sharesStorage'>
type Collect = NonNullable<GaugeConfiguration<string>['collect']>

/** Several scrapers, or one that scrapes often, cost one read in this time. */
const keptMs = 5000
const patienceMs = 3000

/** Shows background work: what waits, and whether the loops of this process make progress. */
export function showBackground(deps: Needs, backlogs: readonly Backlog[]): void {
  const gauge = (name: string, help: string, labelNames: string[], collect: Collect) =>
    new Gauge({ name, help, labelNames, registers: [deps.metrics.registry], collect })
  showBacklogs(
    gauge,
    readEvery(keptMs, () => readDatabase(deps, backlogs)),
  )
  showLoops(gauge, () => deps.loops.states())
  gauge(
    'bus_connected',
    'Whether messages between processes arrive, by carrier.',
    ['bus'],
    function collect() {
      for (const [bus, isConnected] of Object.entries(deps.bus.connections())) {
        this.set({ bus }, Number(isConnected))
      }
    },
  )
  gauge(
    'storage_shared',
    'Whether this process stores files where the others do.',
    [],
    function collect() {
      this.set(Number(deps.sharesStorage))
    },
  )
}

type NewGauge = (name: string, help: string, labelNames: string[], collect: Collect) => unknown

interface BackgroundState {
  backlogs: BacklogState[]
  clockOffsetSeconds: number
}

function showBacklogs(gauge: NewGauge, read: () => Promise<BackgroundState | undefined>): void {
  const seen = new Map<string, Pick<BacklogState, 'queue' | 'state'>>()
  const backlog = (name: string, help: string, field: 'items' | 'oldest_seconds') =>
    gauge(name, help, ['queue', 'state'], async function collect() {
      const reading = await read()
      this.reset()
      if (!reading) return
      // A queue that has become empty shows 0.
      for (const labels of seen.values()) this.set({ ...labels }, 0)
      for (const { queue, state, ...values } of reading.backlogs) {
        seen.set(`${queue} ${state}`, { queue, state })
        this.set({ queue, state }, values[field])
      }
    })
  backlog('backlog_items', 'Unfinished work of the installation, up to 100,000 items.', 'items')
  backlog(
    'backlog_oldest_seconds',
    'How long the oldest item has been in its state.',
    'oldest_seconds',
  )
  gauge(
    'clock_offset_seconds',
    'The clock of this process minus that of the database.',
    [],
    async function collect() {
      const reading = await read()
      this.reset()
      if (reading) this.set(reading.clockOffsetSeconds)
    },
  )
  gauge('database_up', 'Whether the database answers.', [], async function collect() {
    this.set((await read()) ? 1 : 0)
  })
}

/** Undefined if the database does not answer. */
async function readDatabase(
  { db, clock }: Needs,
  backlogs: readonly Backlog[],
): Promise<BackgroundState | undefined> {
  const read = async () => ({
    backlogs: await readBacklogs(db.system, backlogs, clock()),
    clockOffsetSeconds: await readClockOffset(db),
  })
  const late = sleep(patienceMs, undefined, { ref: false })
  return Promise.race([read().catch(() => undefined), late])
}

async function readClockOffset({ system }: Needs['db']): Promise<number> {
  const before = Date.now()
  const [row] = await system<{ at: number }>`
    select extract(epoch from clock_timestamp())::float8 as at`
  const middle = (before + Date.now()) / 2000
  return Math.round((middle - (row?.at ?? middle)) * 1000) / 1000
}

function readEvery<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let reading: { at: number; result: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!reading || now - reading.at > ms) reading = { at: now, result: read() }
    return reading.result
  }
}

function showLoops(gauge: NewGauge, states: () => LoopState[]): void {
  const show = (name: string, help: string, read: (state: LoopState) => number | undefined) =>
    gauge(name, help, ['loop'], function collect() {
      this.reset()
      for (const state of states()) {
        const value = read(state)
        if (value !== undefined) this.set({ loop: state.name }, value)
      }
    })
  show(
    'background_loop_last_progress_timestamp_seconds',
    'When the loop last finished a round, as Unix time.',
    ({ lastProgressAt }) => lastProgressAt,
  )
  show(
    'background_loop_lag_seconds',
    'How long the loop has worked on its round or failed; 0 while it has nothing to do.',
    ({ lagSeconds }) => lagSeconds,
  )
  show(
    'background_loop_restarts',
    'How often the watchdog restarted the loop.',
    ({ restarts }) => restarts,
  )
  show(
    'background_loop_stalled',
    'Whether the loop has made no progress for longer than its limit.',
    ({ isStalled }) => Number(isStalled),
  )
}
