import { isPersonal } from '../events/known-events.ts'
import type { Client } from './client.ts'
import type { StoredEvent } from './frames.ts'
import type { Guest } from './streams.ts'

/** Possible receivers of an event: sockets by workspace and stream, and by user in a workspace. */
export class Audience {
  readonly #groups = new Map<string, Set<Client>>()

  add(client: Client): void {
    for (const name of listGroups(client.guest)) {
      const group = this.#groups.get(name)
      if (group) group.add(client)
      else this.#groups.set(name, new Set([client]))
    }
  }

  delete(client: Client): void {
    for (const name of listGroups(client.guest)) {
      const group = this.#groups.get(name)
      group?.delete(client)
      if (group?.size === 0) this.#groups.delete(name)
    }
  }

  /** Not all of them may see the event. */
  of({ type, workspace_id, user_id }: StoredEvent): ReadonlySet<Client> | undefined {
    if (!isPersonal(type)) return this.#groups.get(everyone(workspace_id, 'workspace'))
    const name =
      user_id === null ? everyone(workspace_id, 'user') : nameGroup(workspace_id, user_id)
    return this.#groups.get(name)
  }
}

function listGroups({ workspaceId, userId, streams }: Guest): string[] {
  const names = streams.map((stream) => everyone(workspaceId, stream))
  return streams.includes('user') ? [...names, nameGroup(workspaceId, userId)] : names
}

function everyone(workspaceId: number, stream: string): string {
  return `${workspaceId}:${stream}`
}

function nameGroup(workspaceId: number, userId: number): string {
  return `${workspaceId}:user:${userId}`
}
