import type { Deps } from '../../deps.ts'
import { type Actor, listPermissions, permissions } from '../../http/permissions.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { publish } from '../events/publish.ts'
import { insertMembership, insertWorkspace } from './queries.ts'
import { defaultSettings } from './settings.ts'

const bootstrapLock = 4_600_004

export interface FirstStart {
  email: string
  /** Undefined if the operator chose the key and therefore knows it. */
  key: string | undefined
}

/** On an empty database: creates an owner, workspace and all-scope key. Otherwise undefined. */
export async function bootstrap(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
): Promise<FirstStart | undefined> {
  return deps.db.atomically('system', async (db, tx) => {
    await tx`select pg_advisory_xact_lock(${bootstrapLock})`
    const [someone] = await tx`select from users limit 1`
    if (someone) return undefined
    const owner = await createOwner(deps, tx)
    const { key, id } = await createApiKey({ ...deps, db }, owner, {
      name: 'Owner key',
      scopes: [...permissions],
    })
    const chosen = deps.config.bootstrapApiKey
    if (chosen) {
      await tx`update api_keys set key_hash = ${sha256(chosen)}, prefix = ${chosen.slice(0, 4)}
        where id = ${id}`
    }
    return { email: deps.config.ownerEmail, key: chosen ? undefined : key }
  })
}

async function createOwner(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
): Promise<Actor> {
  const now = clock()
  const [user] = await tx<{ id: number }>`
    insert into users (email, first_name, last_name, email_verified_at, created_at, updated_at)
    values (${config.ownerEmail}, 'Atelier', 'Owner', ${now}, ${now}, ${now}) returning id`
  const userId = (user as { id: number }).id
  const workspace = await insertWorkspace(
    tx,
    { name: 'My workspace', slug: 'my-workspace', settings: defaultSettings },
    now,
  )
  await insertMembership(tx, workspace.id, userId, 'owner', now)
  const owner: Actor = {
    kind: 'system',
    userId,
    name: 'Atelier',
    via: 'system',
    workspaceId: workspace.id,
    role: 'owner',
    permissions: listPermissions('owner'),
    spaceId: null,
    credentialId: 'bootstrap',
    requestId: null,
  }
  await publish(tx, owner, {
    type: 'workspace.created',
    object: { type: 'workspace', id: workspace.id },
    data: workspace,
    at: now,
  })
  return owner
}
