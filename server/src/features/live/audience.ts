import type { Client } from './client.ts'
import type { StoredEvent } from './frames.ts'
import type { Guest, Stream } from './streams.ts'

/** Who is to be told what: sockets by workspace, and by person in a workspace. */
export class Audience {
  readonly #groups = new Map<string, Set<Client>>()

  add(client: Client): void {
    for (const stream of client.guest.streams) {
      const name = groupOf(client.guest, stream)
      const group = this.#groups.get(name)
      if (group) group.add(client)
      else this.#groups.set(name, new Set([client]))
    }
  }

  delete(client: Client): void {
    for (const stream of client.guest.streams) {
      const name = groupOf(client.guest, stream)
      const group = this.#groups.get(name)
      group?.delete(client)
      if (group?.size === 0) this.#groups.delete(name)
    }
  }

  of({ workspace_id, user_id }: StoredEvent): ReadonlySet<Client> | undefined {
    const guest = { workspaceId: workspace_id, userId: user_id ?? 0 }
    return this.#groups.get(groupOf(guest, user_id === null ? 'workspace' : 'user'))
  }
}

function groupOf(
  { workspaceId, userId }: Pick<Guest, 'workspaceId' | 'userId'>,
  stream: Stream,
): string {
  return stream === 'user' ? `${workspaceId}:${userId}` : String(workspaceId)
}
