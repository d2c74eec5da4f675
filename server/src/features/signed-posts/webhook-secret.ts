import type { Deps } from '../../deps.ts'
import type { SealedColumn } from '../../platform/sealed-columns.ts'

const purpose = 'workspace webhook secret'
export const sealedWorkspaceSecret: SealedColumn = {
  table: 'webhook_secrets',
  column: 'secret',
  purpose,
}

/** A Standard Webhooks secret: 32 random bytes. */
export function newSecret({ random }: Pick<Deps, 'random'>): string {
  return `whsec_${Buffer.from(random.secret(32), 'base64url').toString('base64')}`
}

/** The workspace's signing secret, created on first use. */
export async function webhookSecret(
  { db, clock, random, secrets }: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>,
  workspaceId: number,
): Promise<string> {
  const fresh = secrets.toStored(newSecret({ random }), purpose)
  const [row] = await db.workspace(workspaceId)<{ secret: string }>`
    insert into webhook_secrets (workspace_id, secret, created_at)
    values (${workspaceId}, ${fresh}, ${clock()})
    on conflict (workspace_id) do update set workspace_id = excluded.workspace_id
    returning secret`
  return secrets.fromStored((row as { secret: string }).secret, purpose)
}
