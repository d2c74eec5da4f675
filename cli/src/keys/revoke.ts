import { getApiKey } from '@atelier/server/features/api-keys/read-api-keys.ts'
import { revokeApiKey } from '@atelier/server/features/api-keys/revoke-api-key.ts'
import type { ApiKey } from '@atelier/server/features/api-keys/schemas.ts'
import { problem } from '@atelier/server/http/problem.ts'
import { harmless, print } from '../output.ts'
import { allKeys } from './list.ts'
import { type KeyOptions, withOperator } from './with-operator.ts'

export async function revoke(wanted: string, options: KeyOptions): Promise<void> {
  const { before, key } = await withOperator(options, async (deps, actor) => {
    const before = theOne(await allKeys(deps, actor), wanted)
    await revokeApiKey(deps, actor, before.id)
    return { before, key: await getApiKey(deps, actor, before.id) }
  })
  const name = `"${harmless(key.name)}" (${harmless(key.prefix)}…)`
  const text = before.revoked_at
    ? `${name} was already revoked on ${before.revoked_at.toISOString()}.`
    : `Revoked ${name}. It no longer works.`
  print(options.json, key, text)
}

/** Finds a key by id, by prefix, or by the whole key, which is what you have after a leak. */
function theOne(keys: ApiKey[], wanted: string): ApiKey {
  const beginning = wanted.split('.')[0]
  const found = keys.filter(({ id, prefix }) => id === wanted || prefix === beginning)
  const [key, ...others] = found
  if (!key) {
    throw problem('api_key_not_found', {
      // Doesn't repeat the text: it may be a key of another workspace.
      detail: 'There is no such key in this workspace. List them with: atelier keys list',
    })
  }
  if (others.length === 0) return key
  throw problem('bad_request', {
    detail: `${found.length} keys begin with ${beginning}. Use an id instead: ${found.map(({ id }) => id).join(', ')}`,
  })
}
