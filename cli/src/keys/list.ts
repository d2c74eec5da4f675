import type { Deps } from '@atelier/server/deps.ts'
import { listApiKeys } from '@atelier/server/features/api-keys/read-api-keys.ts'
import type { ApiKey } from '@atelier/server/features/api-keys/schemas.ts'
import type { Actor } from '@atelier/server/http/permissions.ts'
import { print } from '../output.ts'
import { table } from '../terminal/table.ts'
import { type KeyOptions, withOperator } from './with-operator.ts'

const pageSize = 500

export async function list(options: KeyOptions): Promise<void> {
  const keys = await withOperator(options, allKeys)
  const rows = keys.map((key) => [
    key.id,
    key.prefix,
    key.name,
    ends(key, new Date()),
    minute(key.last_used_at, 'never'),
  ])
  const text =
    rows.length === 0
      ? 'There are no keys yet. Create one with: atelier keys create'
      : table([['ID', 'PREFIX', 'NAME', 'EXPIRES', 'LAST USED'], ...rows])
  print(options.json, keys, text)
}

/** Every key that the actor may see, newest first. */
export async function allKeys(deps: Pick<Deps, 'db'>, actor: Actor): Promise<ApiKey[]> {
  const keys: ApiKey[] = []
  for (let page = 1; ; page++) {
    const { count, results } = await listApiKeys(deps, actor, { page, page_size: pageSize })
    keys.push(...results)
    if (results.length === 0 || keys.length >= count) return keys
  }
}

function ends({ revoked_at, expires_at }: ApiKey, now: Date): string {
  if (revoked_at) return `revoked ${minute(revoked_at)}`
  if (expires_at && expires_at <= now) return `expired ${minute(expires_at)}`
  return minute(expires_at, 'never')
}

function minute(time: Date | null, otherwise = ''): string {
  return time?.toISOString().slice(0, 16).replace('T', ' ') ?? otherwise
}
