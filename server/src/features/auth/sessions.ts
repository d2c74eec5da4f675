import type { Deps } from '../../deps.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'

export const accessSeconds = 3600
const refreshDays = 30
export const browserSessionDays = 30

/** The tokens of a new session. Both are stored only as hashes. */
export interface IssuedTokens {
  access_token: string
  refresh_token: string
  expires_in: number
  token_type: 'Bearer'
}

/** Where a sign-in came from; shown to the user later. */
export interface SignInOrigin {
  address?: string | undefined
  userAgent?: string | undefined
}

type Needs = Pick<Deps, 'clock' | 'random'>

export async function openSession(
  deps: Needs,
  tx: Tx,
  userId: number,
  origin: SignInOrigin = {},
): Promise<IssuedTokens> {
  const now = deps.clock()
  const sessionId = deps.random.uuid()
  const tokens = newTokens(deps)
  await insertSession(tx, {
    id: sessionId,
    user_id: userId,
    kind: 'token',
    parent_id: null,
    access_hash: sha256(tokens.access_token),
    access_expires_at: accessEnd(now),
    refresh_expires_at: new Date(now.getTime() + refreshDays * 86_400_000),
    created_at: now,
    ...describeOrigin(origin),
  })
  await saveRefreshToken(tx, sessionId, tokens)
  return tokens
}

interface BrowserOptions extends SignInOrigin {
  /** The session whose access token signed the browser in. Both end together. */
  parent?: { id: string; endsAt: Date }
}

/** The secret of a session in a browser's cookie. It cannot be refreshed, only ended. */
export async function newBrowserSession(
  deps: Needs,
  tx: Tx,
  userId: number,
  { parent, ...origin }: BrowserOptions = {},
): Promise<string> {
  const now = deps.clock()
  const secret = newSecret(deps)
  const endsAt = parent?.endsAt ?? new Date(now.getTime() + browserSessionDays * 86_400_000)
  await insertSession(tx, {
    id: deps.random.uuid(),
    user_id: userId,
    kind: 'browser',
    parent_id: parent?.id ?? null,
    access_hash: sha256(secret),
    access_expires_at: endsAt,
    refresh_expires_at: endsAt,
    created_at: now,
    ...describeOrigin(origin),
  })
  return secret
}

/** Issues new tokens for a session; the old access token ends immediately. */
export async function rotateTokens(deps: Needs, tx: Tx, sessionId: string): Promise<IssuedTokens> {
  const tokens = newTokens(deps)
  await tx`
    update sessions set access_hash = ${sha256(tokens.access_token)},
      access_expires_at = ${accessEnd(deps.clock())}
    where id = ${sessionId}`
  await saveRefreshToken(tx, sessionId, tokens)
  return tokens
}

/** Converts a token session to a browser session. Its tokens end, and its expiry date stays. */
export async function moveToBrowser(deps: Needs, tx: Tx, sessionId: string): Promise<string> {
  const secret = newSecret(deps)
  await tx`
    update sessions set kind = 'browser', access_hash = ${sha256(secret)},
      access_expires_at = refresh_expires_at
    where id = ${sessionId}`
  return secret
}

async function insertSession(tx: Tx, row: Record<string, unknown>): Promise<void> {
  await tx`insert into sessions ${tx.columns(row)}`
}

async function saveRefreshToken(tx: Tx, sessionId: string, { refresh_token }: IssuedTokens) {
  await tx`insert into refresh_tokens (token_hash, session_id)
    values (${sha256(refresh_token)}, ${sessionId})`
}

function describeOrigin({ address, userAgent }: SignInOrigin) {
  return { address: address || null, user_agent: userAgent?.slice(0, 300) || null }
}

function newTokens(deps: Needs): IssuedTokens {
  return {
    access_token: newSecret(deps),
    refresh_token: `atr_${deps.random.secret(32)}`,
    expires_in: accessSeconds,
    token_type: 'Bearer',
  }
}

function newSecret({ random }: Needs): string {
  return `ats_${random.secret(32)}`
}

function accessEnd(now: Date): Date {
  return new Date(now.getTime() + accessSeconds * 1000)
}
