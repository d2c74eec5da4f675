import type { Deps } from '../../deps.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'

export const accessSeconds = 3600
const refreshDays = 30
export const browserSessionDays = 30

/** What a person gets who signs in; both tokens are stored as hashes only. */
export interface IssuedTokens {
  access_token: string
  refresh_token: string
  expires_in: number
  token_type: 'Bearer'
}

type Needs = Pick<Deps, 'clock' | 'random'>

export async function openSession(deps: Needs, tx: Tx, userId: number): Promise<IssuedTokens> {
  const now = deps.clock()
  const sessionId = deps.random.uuid()
  const tokens = newTokens(deps)
  await tx`
    insert into sessions (id, user_id, access_hash, access_expires_at, refresh_expires_at, created_at)
    values (${sessionId}, ${userId}, ${sha256(tokens.access_token)}, ${accessEnd(now)},
      ${new Date(now.getTime() + refreshDays * 86_400_000)}, ${now})`
  await saveRefreshToken(tx, sessionId, tokens)
  return tokens
}

/** The secret of a session that lives in a browser's cookie. It cannot be refreshed, only ended. */
export async function newBrowserSession(deps: Needs, tx: Tx, userId: number): Promise<string> {
  const now = deps.clock()
  const secret = `ats_${deps.random.secret(32)}`
  const endsAt = new Date(now.getTime() + browserSessionDays * 86_400_000)
  await tx`
    insert into sessions (id, user_id, access_hash, access_expires_at, refresh_expires_at, created_at)
    values (${deps.random.uuid()}, ${userId}, ${sha256(secret)}, ${endsAt}, ${endsAt}, ${now})`
  return secret
}

/** Gives a session new tokens; the old access token ends at once. */
export async function rotateTokens(deps: Needs, tx: Tx, sessionId: string): Promise<IssuedTokens> {
  const tokens = newTokens(deps)
  await tx`
    update sessions set access_hash = ${sha256(tokens.access_token)},
      access_expires_at = ${accessEnd(deps.clock())}
    where id = ${sessionId}`
  await saveRefreshToken(tx, sessionId, tokens)
  return tokens
}

async function saveRefreshToken(tx: Tx, sessionId: string, { refresh_token }: IssuedTokens) {
  await tx`insert into refresh_tokens (token_hash, session_id)
    values (${sha256(refresh_token)}, ${sessionId})`
}

function newTokens({ random }: Needs): IssuedTokens {
  return {
    access_token: `ats_${random.secret(32)}`,
    refresh_token: `atr_${random.secret(32)}`,
    expires_in: accessSeconds,
    token_type: 'Bearer',
  }
}

function accessEnd(now: Date): Date {
  return new Date(now.getTime() + accessSeconds * 1000)
}
