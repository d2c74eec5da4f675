import type { Bus } from './bus/bus.ts'

/** A record that people look at. */
export interface Place {
  workspaceId: number
  type: string
  id: string
}

export interface PresentPerson {
  id: number
  name: string
  kind: string
  is_editing: boolean
}

/** One window of one credential. */
export interface Visitor {
  credentialId: string
  clientId: string
}

interface Visit extends Visitor {
  person: PresentPerson
  endsAtMs: number
}

/** Sent to all processes. Without a person, the visitor has left. */
interface Message extends Visitor {
  place: Place
  person: PresentPerson | null
}

/** Visitors announce themselves again before this is over; a closed laptop does not. */
export const visitSeconds = 30
const topic = 'presence'
const pruneMs = 5000
const maxVisitsPerPlace = 100

/**
 * Who looks at which record right now. It is only in memory: each process hears of every visit over
 * the bus. A lost message is repaired by the visitor's next announcement.
 */
export class Presence {
  readonly #bus: Bus
  readonly #clock: () => Date
  readonly #places = new Map<string, Map<string, Visit>>()
  readonly #listeners = new Set<(place: Place) => void>()
  readonly #unsubscribe: () => void
  #timer: NodeJS.Timeout | undefined

  constructor({ bus, clock }: { bus: Bus; clock: () => Date }) {
    this.#bus = bus
    this.#clock = clock
    this.#unsubscribe = bus.subscribe(topic, (message) => {
      if (message !== undefined) this.#apply(JSON.parse(message))
    })
  }

  /** Announces a visitor for the next seconds. Also when they start or stop editing. */
  async enter(place: Place, visitor: Visitor, person: PresentPerson): Promise<void> {
    await this.#tell({ place, ...visitor, person })
  }

  async leave(place: Place, visitor: Visitor): Promise<void> {
    await this.#tell({ place, ...visitor, person: null })
  }

  /** Each person once, however many windows they have open. */
  at(place: Place): PresentPerson[] {
    const people = new Map<string, PresentPerson>()
    for (const { person } of this.#visitsAt(place)) {
      const key = `${person.kind} ${person.id} ${person.name}`
      const known = people.get(key)
      people.set(key, { ...person, is_editing: person.is_editing || (known?.is_editing ?? false) })
    }
    return [...people.values()]
  }

  has(place: Place, credentialId: string): boolean {
    return this.#visitsAt(place).some((visit) => visit.credentialId === credentialId)
  }

  /** Called after the people at a place have changed. */
  onChange(listener: (place: Place) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Forgets visits that were not announced again. */
  prune(): void {
    const now = this.#clock().getTime()
    for (const [key, visits] of this.#places) {
      const ended = [...visits].filter(([, { endsAtMs }]) => endsAtMs <= now)
      for (const [visitor] of ended) visits.delete(visitor)
      if (visits.size === 0) this.#places.delete(key)
      if (ended.length > 0) this.#report(parseKey(key))
    }
    if (this.#places.size === 0) this.#stopTimer()
  }

  close(): void {
    this.#unsubscribe()
    this.#stopTimer()
    this.#places.clear()
  }

  /** This process must not wait for its own message. */
  async #tell(message: Message): Promise<void> {
    this.#apply(message)
    await this.#bus.publish(topic, JSON.stringify(message))
  }

  #apply({ place, credentialId, clientId, person }: Message): void {
    const before = JSON.stringify(this.at(place))
    const key = writeKey(place)
    const visits = this.#places.get(key) ?? new Map<string, Visit>()
    const visitor = JSON.stringify([credentialId, clientId])
    if (person === null) visits.delete(visitor)
    else if (visits.has(visitor) || visits.size < maxVisitsPerPlace) {
      const endsAtMs = this.#clock().getTime() + visitSeconds * 1000
      visits.set(visitor, { credentialId, clientId, person, endsAtMs })
    }
    if (visits.size === 0) this.#places.delete(key)
    else this.#places.set(key, visits)
    this.#timer ??= setInterval(() => this.prune(), pruneMs).unref()
    if (JSON.stringify(this.at(place)) !== before) this.#report(place)
  }

  #visitsAt(place: Place): Visit[] {
    const now = this.#clock().getTime()
    const visits = this.#places.get(writeKey(place))?.values() ?? []
    return [...visits].filter(({ endsAtMs }) => endsAtMs > now)
  }

  #report(place: Place): void {
    for (const listener of this.#listeners) listener(place)
  }

  #stopTimer(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

function writeKey({ workspaceId, type, id }: Place): string {
  return JSON.stringify([workspaceId, type, id])
}

function parseKey(key: string): Place {
  const [workspaceId, type, id] = JSON.parse(key) as [number, string, string]
  return { workspaceId, type, id }
}
