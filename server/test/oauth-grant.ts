import { randomBytes } from 'node:crypto'
import { sha256 } from '../src/lib/hash.ts'
import type { Harness, Tenant } from './harness.ts'

/** A person's consent to OAuth, without the page: the grant and its token. */
export async function createOAuthGrant(
  { deps }: Harness,
  { workspaceId, userId }: Pick<Tenant, 'workspaceId' | 'userId'>,
  { name = 'Helper', scopes = ['boards:read'] }: { name?: string; scopes?: string[] } = {},
): Promise<{ id: string; token: string }> {
  const token = `ato_${randomBytes(32).toString('base64url')}`
  const now = deps.clock()
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const [grant] = await deps.db.system<{ id: string }>`
    with client as (
      insert into oauth_clients (id, name, redirect_uris, created_at)
      values (gen_random_uuid()::text, ${name}, '{}', ${now}) returning id)
    insert into oauth_grants (id, client_id, workspace_id, user_id, scopes, resource, access_hash,
      access_expires_at, refresh_expires_at, created_at)
    select gen_random_uuid(), id, ${workspaceId}, ${userId}, ${scopes}::text[],
      ${deps.config.publicUrl}, ${sha256(token)}, ${later(1)}, ${later(24 * 30)}, ${now}
    from client returning id`
  return { id: grant?.id as string, token }
}
