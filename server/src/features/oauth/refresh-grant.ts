import type { Deps } from '../../deps.ts'
import { announceEnd } from '../auth/credential-news.ts'
import { single } from './authorization-request.ts'
import { readResource } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import {
  lockByRefreshToken,
  type RefreshableGrant,
  replaceTokens,
  revokeGrant,
  useRefreshToken,
} from './queries.ts'
import { newTokens, tokenReply } from './tokens.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'random' | 'bus'>

/** Exchanges a refresh token for new tokens. Each works once; reusing one ends the grant. */
export async function refreshGrant(deps: Needs, form: URLSearchParams) {
  const token = single(form, 'refresh_token') ?? ''
  const now = deps.clock()
  const reply = await deps.db.transaction('system', async (tx) => {
    const grant = await lockByRefreshToken(tx, token, now)
    if (!grant?.valid || grant.client_id !== single(form, 'client_id')) return undefined
    if (grant.used_at) {
      await revokeGrant(tx, grant.id, now)
      announceEnd(deps, tx, `oauth:${grant.id}`)
      return undefined
    }
    requireNoMore(deps, form, grant)
    const tokens = newTokens(deps)
    await useRefreshToken(tx, token, now)
    await replaceTokens(tx, grant.id, tokens)
    return tokenReply(tokens, grant.scopes)
  })
  // Thrown outside the transaction, so that the end of a grant stays committed.
  if (reply) return reply
  throw new OAuthError('invalid_grant', 'The refresh token is unknown, already used or expired.')
}

/** A client may request the same or less; tokens always cover the whole consent. */
function requireNoMore(deps: Needs, form: URLSearchParams, grant: RefreshableGrant): void {
  const scopes = (single(form, 'scope') ?? '').split(' ').filter((scope) => scope !== '')
  const more = scopes.find((scope) => !grant.scopes.includes(scope))
  if (more) throw new OAuthError('invalid_scope', `${more.slice(0, 60)} was not granted.`)
  const asked = single(form, 'resource')
  if (asked !== undefined && readResource(deps.config, asked) !== grant.resource) {
    throw new OAuthError('invalid_target', `The token is for ${grant.resource}.`)
  }
}
