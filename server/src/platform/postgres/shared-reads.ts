import type { SemaphoreLoad } from '../../lib/fair-semaphore.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { type DatabaseSettings, graceSeconds } from './settings.ts'
import type { Statement } from './statement.ts'

/** A connection with this many reads in flight counts as full; nobody waits because of it. */
const fullAt = 50

/** Others avoid a connection whose first read takes longer than this. */
const stalledAfterMs = 100

/** One connection while there are reads for it. */
interface Place {
  /** Reads in flight by workspace. */
  workspaces: Map<number, number>
  inFlight: number
  connection: Connection | undefined
  opening: Promise<Connection> | undefined
  /** Returns the connection. */
  close: () => void
}

/**
 * Reads of workspaces, many in flight on each connection. A connection replies in order, so a slow
 * read delays those behind it. Therefore a workspace uses at most half of the connections at a time.
 */
export class SharedReads {
  readonly #connections: Connections
  readonly #places: Place[]
  readonly #maxPerWorkspace: number
  readonly #maxSeconds: number
  #returned = 0

  constructor(connections: Connections, { readConnections, statementSeconds }: DatabaseSettings) {
    this.#connections = connections
    this.#places = Array.from({ length: readConnections }, openPlace)
    this.#maxPerWorkspace = Math.max(1, Math.floor(readConnections / 2))
    this.#maxSeconds = statementSeconds + graceSeconds
  }

  async send(workspaceId: number, statement: Statement): Promise<object[]> {
    for (const place of this.#places) if (place.connection?.isRetired) this.#renew(place)
    const place = this.#choose(workspaceId)
    count(place, workspaceId, 1)
    try {
      place.opening ??= this.#open(place)
      const connection = await place.opening
      const { rows } = await connection.send(statement, { scope: workspaceId })
      return rows
    } finally {
      count(place, workspaceId, -1)
      this.#returned++
      if (place.inFlight === 0) this.#leave(place)
    }
  }

  load(): SemaphoreLoad {
    const slots = this.#places.length * fullAt
    const inFlight = this.#places.reduce((sum, place) => sum + place.inFlight, 0)
    const inUse = Math.min(slots, inFlight)
    return { slots, inUse, waiting: 0, oldestWaitSeconds: 0, returned: this.#returned }
  }

  /** The least busy place that the workspace may use. */
  #choose(workspaceId: number): Place {
    const own = this.#places.filter(({ workspaces }) => workspaces.has(workspaceId))
    const allowed = own.length >= this.#maxPerWorkspace ? own : this.#places
    const now = performance.now()
    return allowed.reduce((best, place) => (burden(place, now) < burden(best, now) ? place : best))
  }

  #open(place: Place): Promise<Connection> {
    const opened = Promise.withResolvers<Connection>()
    const use = { what: 'A read', maxSeconds: this.#maxSeconds, isShared: true }
    const held = this.#connections.run(use, (connection) => {
      place.connection = connection
      opened.resolve(connection)
      return new Promise<void>((resolve) => {
        place.close = resolve
      })
    })
    held.catch((error) => {
      this.#renew(place)
      opened.reject(error)
    })
    return opened.promise
  }

  #leave(place: Place): void {
    this.#renew(place)
    place.close()
  }

  /** New reads get another connection. Those in flight finish on this one. */
  #renew(place: Place): void {
    const index = this.#places.indexOf(place)
    if (index >= 0) this.#places[index] = openPlace()
  }
}

function openPlace(): Place {
  const nothing = { connection: undefined, opening: undefined, close: () => {} }
  return { workspaces: new Map(), inFlight: 0, ...nothing }
}

/** Reads in flight; on a stalled connection they weigh much more. */
function burden({ inFlight, connection }: Place, nowMs: number): number {
  const isStalled = connection !== undefined && nowMs - connection.movedAtMs > stalledAfterMs
  return inFlight > 0 && isStalled ? inFlight + fullAt : inFlight
}

function count(place: Place, workspaceId: number, change: 1 | -1): void {
  place.inFlight += change
  const reads = (place.workspaces.get(workspaceId) ?? 0) + change
  if (reads > 0) place.workspaces.set(workspaceId, reads)
  else place.workspaces.delete(workspaceId)
}
