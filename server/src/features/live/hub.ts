import type { WebSocket } from 'ws'
import type { Deps } from '../../deps.ts'
import { ConnectionQuota } from '../../http/gate/connection-quota.ts'
import { problem } from '../../http/problem.ts'
import { batched } from '../../lib/batch.ts'
import type { Place } from '../../platform/presence.ts'
import { credentialsTopic } from '../auth/credential-news.ts'
import { type EventAccess, isNarrow, whoSees } from '../events/visible-events.ts'
import { AccessWatch, matchAffected, matchMeant } from './access-watch.ts'
import { Audience } from './audience.ts'
import { catchUpReader } from './catch-up.ts'
import { Client, type Reason } from './client.ts'
import { EventFeed } from './event-feed.ts'
import { eventFrame, gap, presenceFrame, ready, type StoredEvent } from './frames.ts'
import { keptRange } from './queries.ts'
import type { Guest } from './streams.ts'
import { Turns } from './turns.ts'

/** One timer for all sockets; every other interval is a number of its ticks. */
const usualTiming = { tickMs: 5000, heartbeatTicks: 5, checkTicks: 6 }

type Needs = Pick<
  Deps,
  'db' | 'bus' | 'clock' | 'counts' | 'log' | 'loops' | 'metrics' | 'presence'
>

/**
 * Sends events to the open sockets of this process. Nothing is buffered per socket: a socket that
 * is behind reads the table on its own, and joins the others when it reaches the feed's position.
 */
export class Hub {
  readonly #deps: Needs
  readonly #timing: typeof usualTiming
  readonly #feed: EventFeed
  readonly #access: AccessWatch
  readonly #audience = new Audience()
  readonly #clients = new Set<Client>()
  readonly #quota: ConnectionQuota
  readonly #turns = new Turns()
  readonly #catchUp: ReturnType<typeof catchUpReader>
  /** Read once for all clients that resume at the same time, such as after a restart. */
  readonly #keptRange = batched(async ([key]: 'kept'[]) => {
    return new Map([[key as 'kept', await keptRange(this.#deps.db.system)]])
  })
  readonly #unsubscribe: () => void
  readonly #ignorePresence: () => void
  #sight: EventAccess | undefined
  #timer: NodeJS.Timeout | undefined
  #ticks = 0
  #isClosed = false

  constructor(deps: Needs, timing = usualTiming) {
    this.#deps = deps
    this.#timing = timing
    this.#quota = new ConnectionQuota(
      { noun: 'WebSockets', tooMany: 'too_many_sockets', exhausted: 'sockets_exhausted' },
      deps.counts,
    )
    this.#feed = new EventFeed(deps, 'event feed of sockets', {
      look: (events) => this.#look(events),
      prepare: (event) => this.#prepare(event),
      tell: (event) => this.#tell(event),
    })
    this.#access = new AccessWatch(deps)
    this.#catchUp = catchUpReader(deps, this.#feed, this.#access)
    this.#unsubscribe = deps.bus.subscribe(credentialsTopic, (message) => {
      this.#access.doubt(this.#those(matchMeant(message)))
      this.#settle()
    })
    this.#ignorePresence = deps.presence.onChange((place) => void this.#showPresence(place))
  }

  requireOpen(): void {
    if (this.#isClosed) throw problem('shutting_down', { headers: { 'retry-after': '2' } })
  }

  /** Checks limits before the socket opens. */
  requireRoom(guest: Pick<Guest, 'credentialId' | 'workspaceId'>): void {
    this.requireOpen()
    this.#quota.require(guest)
  }

  open(socket: WebSocket, guest: Guest, lastEventId: number | undefined): void {
    const client = new Client(socket, guest, (gone, reason) => this.#remove(gone, reason))
    this.#clients.add(client)
    this.#quota.take(guest)
    this.#deps.metrics.openSockets.inc()
    this.#timer ??= setInterval(() => this.tick(), this.#timing.tickMs)
    this.#serve(client, this.#welcome(client, lastEventId))
  }

  #serve(client: Client, serving: Promise<void>): void {
    serving.catch((error) => {
      this.#deps.log.warn({ err: error }, 'could not serve a WebSocket')
      client.leave('later')
    })
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    this.#ignorePresence()
    this.#feed.close()
    for (const client of this.#clients) client.leave('stopping')
  }

  async #welcome(client: Client, lastEventId: number | undefined): Promise<void> {
    await this.#feed.begin()
    // The credential may have ended after the handshake, before the hub knew this socket.
    await this.#access.checkNewcomer(client)
    await this.#greet(client, lastEventId)
    await this.#join(client)
  }

  /** A client first reads the events it missed, then gets live events. */
  async #join(client: Client): Promise<void> {
    while (!client.isGone && client.position < this.#feed.position) await this.#catchUp(client)
    if (!client.isGone) this.#audience.add(client)
  }

  async #greet(client: Client, lastEventId: number | undefined): Promise<void> {
    const kept = lastEventId === undefined ? undefined : await this.#keptRange('kept')
    if (client.isGone) return
    // An id from the future belongs to another database, or to one before a backup was restored.
    const isKnown = lastEventId !== undefined && kept !== undefined && lastEventId <= kept.last
    client.position = isKnown ? lastEventId : this.#feed.position
    const { tickMs, heartbeatTicks } = this.#timing
    client.send(ready(client.position, (tickMs * heartbeatTicks) / 1000))
    client.isGreeted = true
    if (kept && (!isKnown || lastEventId + 1 < kept.first)) client.send(gap)
  }

  /** Determines which connected users can see which of the next events. */
  async #look(events: readonly StoredEvent[]): Promise<void> {
    const narrow = new Set(events.filter(isNarrow).map(({ workspace_id }) => workspace_id))
    const here = this.#those(({ workspaceId }) => narrow.has(workspaceId))
    const userIds = new Set([...here].map(({ guest }) => guest.userId))
    this.#sight = await whoSees(this.#deps.db.system, events, userIds)
  }

  /** Disconnects clients that may no longer receive an event before it is sent. */
  async #prepare(event: StoredEvent): Promise<void> {
    const isAffected = matchAffected(event)
    if (isAffected) this.#access.doubt(this.#those(isAffected))
    await this.#access.settle()
  }

  async #tell(event: StoredEvent): Promise<void> {
    const clients = this.#audience.of(event)
    if (!clients) return
    const frame = eventFrame(event)
    for (const client of clients) {
      if (client.position >= event.seq || isElsewhere(event, client.guest)) continue
      const isSeen = this.#sight?.sees(event, client.guest.userId)
      if (isSeen === undefined) this.#fallBehind(client)
      if (!isSeen) continue
      client.position = event.seq
      client.send(frame)
      if (this.#turns.isOver(frame.length)) await this.#turns.next()
    }
  }

  /** Only sockets whose credential is at the place itself: it was allowed to read it just now. */
  async #showPresence(place: Place): Promise<void> {
    const { presence } = this.#deps
    const isThere = ({ workspaceId, credentialId }: Guest) =>
      workspaceId === place.workspaceId && presence.has(place, credentialId)
    if (this.#those(isThere).next().done) return
    try {
      await this.#access.settle()
    } catch {
      return // without the database nobody can be checked
    }
    const frame = presenceFrame(place, presence.at(place))
    for (const client of this.#those(isThere)) if (client.isGreeted) client.send(frame)
  }

  /** The client joined after the visibility check, so it reads these events from the table. */
  #fallBehind(client: Client): void {
    this.#audience.delete(client)
    this.#serve(client, this.#join(client))
  }

  /** Periodic work; the timer calls it while sockets are open. */
  tick(): void {
    this.#ticks++
    this.#feed.wake() // a message may have been lost
    this.#settle() // the database may be back
    if (this.#ticks % this.#timing.heartbeatTicks === 0) void this.#beat()
    if (this.#ticks % this.#timing.checkTicks === 0) {
      // Keys expire, and a log-out message can be lost. Sending continues during the check.
      this.#access.check([...this.#clients]).catch((error) => {
        this.#deps.log.warn({ err: error }, 'could not check the credentials of WebSockets')
      })
    }
  }

  async #beat(): Promise<void> {
    for (const client of this.#clients) {
      client.beat()
      if (this.#turns.isOver(0)) await this.#turns.next()
    }
  }

  #settle(): void {
    this.#access.settle().catch((error) => {
      this.#deps.log.warn(
        { err: error },
        'WebSockets are on hold: could not check their credentials',
      )
    })
  }

  *#those(isMeant: (guest: Guest) => boolean): Generator<Client> {
    for (const client of this.#clients) if (isMeant(client.guest)) yield client
  }

  #remove(client: Client, reason: Reason | undefined): void {
    this.#clients.delete(client)
    this.#audience.delete(client)
    this.#quota.giveBack(client.guest)
    this.#deps.metrics.openSockets.dec()
    if (reason) this.#deps.metrics.droppedSockets.inc({ reason })
    if (this.#clients.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#feed.rest()
  }
}

/** Whether the event is about a record of another teamspace than the one of the socket. */
function isElsewhere({ space_id }: StoredEvent, { spaceId }: Guest): boolean {
  return space_id !== null && spaceId !== null && space_id !== spaceId
}
