import type { Deps } from '../../deps.ts'
import { announceEnd } from '../auth/credential-news.ts'
import { single } from './authorization-request.ts'
import { grantOfToken, revokeGrant } from './queries.ts'

/** Ends a grant by either of its tokens, as in RFC 7009; an unknown token is not an error. */
export async function revokeToken(
  deps: Pick<Deps, 'db' | 'clock' | 'bus'>,
  form: URLSearchParams,
): Promise<void> {
  const token = single(form, 'token') ?? ''
  const clientId = single(form, 'client_id') ?? ''
  await deps.db.transaction('system', async (tx) => {
    const grantId = await grantOfToken(tx, clientId, token)
    if (!grantId) return
    await revokeGrant(tx, grantId, deps.clock())
    announceEnd(deps, tx, `oauth:${grantId}`)
  })
}
