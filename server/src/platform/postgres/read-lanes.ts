import postgres from 'postgres'
import { FairSemaphore, type SemaphoreLoad } from '../../lib/fair-semaphore.ts'
import { type ClientOptions, graceSeconds } from './client-options.ts'
import { withDeadline } from './deadline.ts'
import { makeSerializersTotal } from './sendable-values.ts'
import { Session } from './sql.ts'

/** Statements in flight on a connection: enough to hide the way to the database and back. */
const maxPipelined = 50
/** For one workspace, so that nobody finds hundreds of another's statements in front of theirs. */
const maxPipelinedPerWorkspace = 8

/** A connection whose first statement takes longer is avoided by everyone else. */
const stalledAfterMs = 100

/** What the choice of a lane depends on. */
export interface LaneState {
  session: Pick<Session, 'scope'>
  inFlight: number
  /** When a reply last came, or the first statement was sent. */
  movedAtMs: number
  /** Statements in flight by workspace. */
  workspaces: Map<number, number>
}

interface Lane extends LaneState {
  client: postgres.Sql
  session: Session
}

/**
 * The connections that carry statements of workspaces, many at once. A connection answers in order,
 * so a slow statement holds up what is behind it. Therefore a workspace uses at most half of them at
 * a time, and the others find the other half.
 */
export class ReadLanes {
  readonly #url: string
  readonly #options: ClientOptions
  readonly #maxSeconds: number
  readonly #lanes: Lane[]
  readonly #slots: FairSemaphore<number>
  readonly #maxLanesPerWorkspace: number

  constructor(url: string, options: ClientOptions, count: number, statementSeconds: number) {
    this.#url = url
    this.#options = options
    this.#maxSeconds = statementSeconds + graceSeconds
    this.#lanes = Array.from({ length: count }, () => this.#openLane())
    this.#maxLanesPerWorkspace = Math.max(1, Math.floor(count / 2))
    this.#slots = new FairSemaphore(
      count * maxPipelined,
      this.#maxLanesPerWorkspace * maxPipelinedPerWorkspace,
    )
  }

  async send<T extends object>(
    workspaceId: number,
    text: TemplateStringsArray,
    values: unknown[],
  ): Promise<T[]> {
    const slots = this.#slots
    const release =
      slots.tryAcquire(workspaceId) ?? (await slots.acquire(workspaceId, this.#maxSeconds))
    const lane = laneFor(this.#lanes, workspaceId, this.#maxLanesPerWorkspace, performance.now())
    note(lane, workspaceId, 1)
    try {
      const rows = lane.session.send<T>(workspaceId, text, values)
      return await withDeadline(rows, this.#maxSeconds, 'A statement', () => this.#replace(lane))
    } finally {
      note(lane, workspaceId, -1)
      release()
    }
  }

  load(): SemaphoreLoad {
    return this.#slots.load()
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

  /** PostgreSQL would have ended the statement by now, so its connection is dead. */
  #replace(lane: Lane): void {
    const place = this.#lanes.indexOf(lane)
    if (place < 0) return
    this.#lanes[place] = this.#openLane()
    void lane.client.end({ timeout: 0 }).catch(() => {})
  }
}

/** The least busy lane that the workspace may use; among equals one that is set to it already. */
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

/** Statements in flight count; on a connection that stands still they count many times. */
function burden({ inFlight, movedAtMs }: LaneState, nowMs: number): number {
  const isStalled = inFlight > 0 && nowMs - movedAtMs > stalledAfterMs
  return isStalled ? inFlight + maxPipelined : inFlight
}

function note(lane: Lane, workspaceId: number, change: 1 | -1): void {
  if (change < 0 || lane.inFlight === 0) lane.movedAtMs = performance.now()
  lane.inFlight += change
  const count = (lane.workspaces.get(workspaceId) ?? 0) + change
  if (count > 0) lane.workspaces.set(workspaceId, count)
  else lane.workspaces.delete(workspaceId)
}
