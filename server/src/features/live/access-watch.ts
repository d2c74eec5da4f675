import type { Deps } from '../../deps.ts'
import { listPermissions } from '../../http/permissions.ts'
import { batched } from '../../lib/batch.ts'
import { type Credential, credentialsById } from '../auth/credentials.ts'
import type { Client } from './client.ts'
import type { StoredEvent } from './frames.ts'
import { type Guest, permissionOf } from './streams.ts'

/** Disconnects clients that lost access. Only the current state of the database counts. */
export class AccessWatch {
  readonly #deps: Pick<Deps, 'db' | 'clock'>
  readonly #findOne: (credentialId: string) => Promise<Credential | undefined>
  readonly #doubted = new Set<Client>()
  #checking: Promise<void> | undefined

  constructor(deps: Pick<Deps, 'db' | 'clock'>) {
    this.#deps = deps
    this.#findOne = batched((ids) => credentialsById(deps, ids))
  }

  /** The hub sends nothing until these clients are checked. */
  doubt(clients: Iterable<Client>): void {
    for (const client of clients) this.#doubted.add(client)
  }

  /** Resolves when no client is unchecked. If the database is down it throws and keeps the list. */
  async settle(): Promise<void> {
    while (this.#checking || this.#doubted.size > 0) {
      this.#checking ??= this.#checkDoubted().finally(() => {
        this.#checking = undefined
      })
      await this.#checking
    }
  }

  async #checkDoubted(): Promise<void> {
    const clients = [...this.#doubted]
    // Cleared before the query: a client added while it runs needs another check.
    this.#doubted.clear()
    try {
      await this.check(clients)
    } catch (error) {
      this.doubt(clients)
      throw error
    }
  }

  /** Checks all of them in one statement. */
  async check(clients: readonly Client[]): Promise<void> {
    const ids = new Set(clients.map(({ guest }) => guest.credentialId))
    const valid = await credentialsById(this.#deps, [...ids])
    for (const client of clients) {
      if (!mayStay(client.guest, valid.get(client.guest.credentialId))) client.leave('revoked')
    }
  }

  /** Clients that connect at the same time share a statement. */
  async checkNewcomer(client: Client): Promise<void> {
    const credential = await this.#findOne(client.guest.credentialId)
    if (!mayStay(client.guest, credential)) client.leave('revoked')
  }
}

function mayStay({ workspaceId, streams }: Guest, credential: Credential | undefined): boolean {
  const workspace = credential?.workspaces.find(({ id }) => id === workspaceId)
  if (!credential || !workspace?.is_active) return false
  const permissions = listPermissions(workspace.role, credential.scopes)
  return streams.every((stream) => permissions.has(permissionOf[stream]))
}

/** The clients whose access an event may have changed; undefined for most events. */
export function matchAffected(event: StoredEvent): ((guest: Guest) => boolean) | undefined {
  const { type, object, workspace_id } = event
  switch (type) {
    case 'api_key.revoked':
      return ({ credentialId }) => credentialId === `key:${object.id}`
    case 'member.updated':
    case 'member.removed':
      return ({ workspaceId, userId }) => workspaceId === workspace_id && userId === object.id
    case 'workspace.updated':
      return ({ workspaceId }) => workspaceId === workspace_id
    default:
      return undefined
  }
}

/** The clients that a message on the credentials topic refers to; a missed message means all. */
export function matchMeant(message: string | undefined): (guest: Guest) => boolean {
  return ({ credentialId, userId }) =>
    message === undefined || message === credentialId || message === `user:${userId}`
}
