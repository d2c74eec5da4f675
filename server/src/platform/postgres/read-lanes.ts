import postgres from 'postgres'
import type { SemaphoreLoad } from '../../lib/fair-semaphore.ts'
import { type ClientOptions, type DatabaseSettings, graceSeconds } from './client-options.ts'
import { makeSerializersTotal } from './sendable-values.ts'
import { type SentQuery, Session } from './sql.ts'
import type { Supervisor } from './supervisor.ts'

/** A connection with this many statements in flight counts as full; nobody waits because of it. */
const fullAt = 50

/** Others avoid a connection whose first statement takes longer than this. */
const stalledAfterMs = 100

/** The state that determines which lane is chosen. */
export interface LaneState {
  session: Pick<Session, 'scope'>
  inFlight: number
  /** When the last reply arrived or the first statement was sent. */
  movedAtMs: number
  /** Statements in flight by workspace. */
  workspaces: Map<number, number>
}

interface Lane extends LaneState {
  client: postgres.Sql
  session: Session
}

/**
 * The connections for workspace statements, many in flight on each. A connection replies in order,
 * so a slow statement delays those behind it. Therefore a workspace uses at most half of the
 * connections at a time, and the other half stays available to others.
 */
export class ReadLanes {
  readonly #url: string
  readonly #options: ClientOptions
  readonly #maxSeconds: number
  readonly #supervisor: Supervisor
  readonly #lanes: Lane[]
  #returned = 0
  readonly #maxLanesPerWorkspace: number

  constructor(
    url: string,
    options: ClientOptions,
    { readConnections: count, statementSeconds }: DatabaseSettings,
    supervisor: Supervisor,
  ) {
    this.#url = url
    this.#options = options
    this.#maxSeconds = statementSeconds + graceSeconds
    this.#supervisor = supervisor
    this.#lanes = Array.from({ length: count }, () => this.#openLane())
    this.#maxLanesPerWorkspace = Math.max(1, Math.floor(count / 2))
  }

  async send<T extends object>(
    workspaceId: number,
    text: TemplateStringsArray,
    values: unknown[],
  ): Promise<T[]> {
    this.#supervisor.requireReachable()
    const lane = laneFor(this.#lanes, workspaceId, this.#maxLanesPerWorkspace, performance.now())
    note(lane, workspaceId, 1)
    try {
      let query: SentQuery | undefined
      const work = {
        what: 'A statement',
        maxSeconds: this.#maxSeconds,
        waitsFor: () => query?.state?.pid ?? ('unsent' as const),
        onLost: () => this.#replace(lane),
      }
      const rows = lane.session.send<T>(workspaceId, text, values, (sent) => {
        query = sent
      })
      return await this.#supervisor.run(work, rows)
    } finally {
      note(lane, workspaceId, -1)
      this.#returned++
    }
  }

  load(): SemaphoreLoad {
    const slots = this.#lanes.length * fullAt
    const inFlight = this.#lanes.reduce((sum, lane) => sum + lane.inFlight, 0)
    const inUse = Math.min(slots, inFlight)
    return { slots, inUse, waiting: 0, oldestWaitSeconds: 0, returned: this.#returned }
  }

  replaceAll(): void {
    for (const lane of [...this.#lanes]) this.#replace(lane, graceSeconds)
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(({ client }) => client.end({ timeout: 5 })))
  }

  #openLane(): Lane {
    const options = { ...this.#options, max: 1, onclose: () => session.forgetScope() }
    const client = makeSerializersTotal(postgres(this.#url, options))
    const session = new Session(client, false)
    return { client, session, inFlight: 0, movedAtMs: 0, workspaces: new Map() }
  }

  #replace(lane: Lane, waitSeconds = 0): void {
    const place = this.#lanes.indexOf(lane)
    if (place < 0) return
    this.#lanes[place] = this.#openLane()
    void lane.client.end({ timeout: waitSeconds }).catch(() => {})
  }
}

/** The least busy lane that the workspace may use; among equals, one already set to it. */
export function laneFor<L extends LaneState>(
  lanes: readonly L[],
  workspaceId: number,
  maxLanes: number,
  nowMs: number,
): L {
  const own = lanes.filter(({ workspaces }) => workspaces.has(workspaceId))
  const [first, ...others] = own.length >= maxLanes ? own : lanes
  let best = first as L
  let least = burden(best, nowMs)
  for (const lane of others) {
    const load = burden(lane, nowMs)
    if (load > least || (load === least && lane.session.scope !== workspaceId)) continue
    best = lane
    least = load
  }
  return best
}

/** Statements in flight; on a stalled connection they weigh much more. */
function burden({ inFlight, movedAtMs }: LaneState, nowMs: number): number {
  const isStalled = inFlight > 0 && nowMs - movedAtMs > stalledAfterMs
  return isStalled ? inFlight + fullAt : inFlight
}

function note(lane: Lane, workspaceId: number, change: 1 | -1): void {
  if (change < 0 || lane.inFlight === 0) lane.movedAtMs = performance.now()
  lane.inFlight += change
  const count = (lane.workspaces.get(workspaceId) ?? 0) + change
  if (count > 0) lane.workspaces.set(workspaceId, count)
  else lane.workspaces.delete(workspaceId)
}
