import { createHash, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { announceEnd } from '../auth/credential-news.ts'
import { single } from './authorization-request.ts'
import { readResource } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { type CodeRow, insertGrant, lockCode, revokeGrant, useCode } from './queries.ts'
import { newTokens, refreshDays, tokenReply } from './tokens.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'random' | 'bus'>

/**
 * Exchanges the code for tokens. The request must come from the client that started the flow, with
 * the same redirect URI and the secret for its code challenge. A reused code was copied, so its
 * grant ends.
 */
export async function exchangeCode(deps: Needs, form: URLSearchParams) {
  const code = single(form, 'code') ?? ''
  const now = deps.clock()
  const outcome = await deps.db.transaction('system', async (tx) => {
    const row = await lockCode(tx, code)
    if (!row) return refused('The code is unknown.')
    if (row.grant_id) {
      await revokeGrant(tx, row.grant_id, now)
      announceEnd(deps, tx, `oauth:${row.grant_id}`)
      return refused('The code was already used.')
    }
    const mistake = findMistake(row, form, now)
    if (mistake) return refused(mistake)
    requireSameResource(deps, form, row)
    const id = deps.random.uuid()
    const tokens = newTokens(deps)
    const { client_id, workspace_id, user_id, scopes, resource } = row
    const refresh_expires_at = new Date(now.getTime() + refreshDays * 86_400_000)
    const consent = { client_id, workspace_id, user_id, scopes, resource }
    await insertGrant(tx, { ...consent, id, refresh_expires_at, created_at: now }, tokens)
    await useCode(tx, code, id)
    return { reply: tokenReply(tokens, scopes) }
  })
  // Thrown outside the transaction, so that the end of a grant stays committed.
  if ('refusal' in outcome) throw new OAuthError('invalid_grant', outcome.refusal)
  return outcome.reply
}

function refused(refusal: string) {
  return { refusal }
}

function findMistake(row: CodeRow, form: URLSearchParams, now: Date): string | undefined {
  if (row.client_id !== single(form, 'client_id')) return 'The code belongs to another program.'
  if (row.expires_at <= now) return 'The code has expired.'
  if (row.redirect_uri !== single(form, 'redirect_uri'))
    return 'redirect_uri does not match the authorization request.'
  const verifier = single(form, 'code_verifier') ?? ''
  if (!isVerifier(row.code_challenge, verifier))
    return 'code_verifier does not match the code_challenge.'
  return undefined
}

function isVerifier(challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const hash = createHash('sha256').update(verifier).digest('base64url')
  return timingSafeEqual(Buffer.from(hash), Buffer.from(challenge))
}

/** A client cannot extend its access beyond the consent here. */
function requireSameResource(deps: Needs, form: URLSearchParams, { resource }: CodeRow): void {
  const asked = single(form, 'resource')
  if (asked === undefined || readResource(deps.config, asked) === resource) return
  throw new OAuthError('invalid_target', `The code is for ${resource}.`)
}
