import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { type EventAccess, whoSees } from '../events/visible-events.ts'
import { EventFeed } from '../live/event-feed.ts'
import type { StoredEvent } from '../live/frames.ts'

const pollEveryMs = 5000

interface Watcher {
  workspaceId: number
  userId: number
  /** The client's URI by the URI in events. */
  uris: ReadonlyMap<string, string>
  tell(uri: string): void
}

/** Notifies clients of changes to subscribed resources, with one event reader for all. */
export class ResourceWatch {
  readonly #watchers = new Set<Watcher>()
  readonly #feed: EventFeed
  #sight: EventAccess | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Pick<Deps, 'db' | 'bus' | 'log' | 'loops'>) {
    this.#feed = new EventFeed(deps, 'event feed of MCP', {
      look: async (events) => {
        const userIds = new Set([...this.#watchers].map(({ userId }) => userId))
        this.#sight = await whoSees(deps.db.system, events, userIds)
      },
      prepare: async () => {},
      tell: async (event) => this.#tell(event),
    })
  }

  /** Once this resolves, no change is missed. Returns a function that stops watching. */
  async watch(
    { workspaceId, userId }: Actor,
    uris: ReadonlyMap<string, string>,
    tell: (uri: string) => void,
  ): Promise<() => void> {
    const watcher = { workspaceId, userId, uris, tell }
    this.#watchers.add(watcher)
    // The bus may lose a message.
    this.#timer ??= setInterval(() => this.#feed.wake(), pollEveryMs).unref()
    await this.#feed.begin()
    return () => this.#forget(watcher)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#watchers.clear()
    this.#feed.close()
  }

  #forget(watcher: Watcher): void {
    this.#watchers.delete(watcher)
    if (this.#watchers.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#feed.rest()
  }

  #tell(event: StoredEvent): void {
    const changed = buildUri(event)
    if (!changed) return
    for (const { workspaceId, userId, uris, tell } of this.#watchers) {
      // A client that subscribed after the visibility check has just read the resource itself.
      const isTheirs = this.#sight?.sees(event, userId) !== false
      const uri = uris.get(changed)
      if (uri && isTheirs && event.workspace_id === workspaceId) tell(uri)
    }
  }
}

/** The resource of an event. */
function buildUri({ object, data }: StoredEvent): string | undefined {
  switch (object.type) {
    case 'pm_board':
      return `atelier://board/${object.id}`
    case 'pm_task':
    case 'task':
      return `atelier://task/${object.id}`
    case 'project': {
      const { resourcetype } = data as { resourcetype?: string }
      return `atelier://project/${encodeURIComponent(resourcetype ?? '')}/${object.id}`
    }
    case 'transcription':
    case 'asset':
      return `atelier://${object.type}/${object.id}`
    default:
      return undefined
  }
}
