import type { Deps } from '../../deps.ts'
import type { PageAnswer } from '../../http/pages/pages-for-people.ts'
import { Problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import { readToken, signToken } from '../../lib/signed-token.ts'
import { checkLogin } from '../auth/log-in.ts'
import {
  type AuthorizationRequest,
  leadBack,
  readRequest,
  single,
} from './authorization-request.ts'
import { consentPage, mistakePage, signInPage } from './authorize-page.ts'
import { hasDocument } from './client-document.ts'
import { OAuthError } from './oauth-error.ts'
import { findEmail, insertCode, saveClient, selectWorkspaces } from './queries.ts'

const purpose = 'oauth sign-in'
const signedInSeconds = 600
const codeSeconds = 60

type Needs = Pick<
  Deps,
  'db' | 'config' | 'clock' | 'random' | 'linkSecrets' | 'signIns' | 'safeFetch'
>

/** A page with the URL that its form may redirect to, or a redirect. */
export type Answer = { page: PageAnswer; leadsTo?: string } | { redirectTo: string }

/** The person's session in this browser, as far as the browser shows it. */
export interface BrowserSession {
  userId: number | undefined
  mayBeHidden: boolean
}

/** The page for a user whom an OAuth client sent here: the consent, or first the sign-in. */
export async function showSignIn(
  deps: Needs,
  query: URLSearchParams,
  { userId, mayBeHidden }: BrowserSession,
): Promise<Answer> {
  return answering(async () => {
    const request = await readRequest(deps, query)
    const isForced = query.get('prompt') === 'login'
    if (userId !== undefined && !isForced) {
      return shown(request, await askConsent(deps, request, query, userId))
    }
    const mayHaveSession = mayBeHidden && !isForced
    return shown(request, { status: 200, html: signInPage(request, { mayHaveSession }) })
  })
}

/** Handles the forms of both pages: first the sign-in, then the consent. */
export async function takeForm(
  deps: Needs,
  query: URLSearchParams,
  form: URLSearchParams,
  address: string,
): Promise<Answer> {
  return answering(async () => {
    const request = await readRequest(deps, query)
    const token = single(form, 'signed_in')
    if (token === undefined) return signIn(deps, request, query, form, address)
    return decide(deps, request, query, form, token)
  })
}

async function answering(answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return { page: { status: 400, html: mistakePage(error) } }
  }
}

async function signIn(
  deps: Needs,
  request: AuthorizationRequest,
  query: URLSearchParams,
  form: URLSearchParams,
  address: string,
): Promise<Answer> {
  const email = single(form, 'email')?.trim() ?? ''
  const password = single(form, 'password') ?? ''
  try {
    const userId = await checkLogin(deps, { email, password, address })
    return shown(request, await askConsent(deps, request, query, userId))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const html = signInPage(request, { email, mistake: error.detail })
    return shown(request, { status: error.status, html })
  }
}

async function askConsent(
  deps: Needs,
  request: AuthorizationRequest,
  query: URLSearchParams,
  userId: number,
): Promise<PageAnswer> {
  const endsAt = Math.floor(deps.clock().getTime() / 1000) + signedInSeconds
  // Consent covers what was shown: the token is valid only for this request and this password.
  const fields = [userId, endsAt, sha256(query.toString()), await passwordMark(deps, userId)]
  const signedIn = signToken(deps.linkSecrets[0] as string, purpose, fields)
  const workspaces = await selectWorkspaces(deps.db.system, userId)
  const person = await findEmail(deps.db.system, userId)
  const html = consentPage({ ...request, query }, { signedIn, person, workspaces })
  return { status: 200, html }
}

async function decide(
  deps: Needs,
  request: AuthorizationRequest,
  query: URLSearchParams,
  form: URLSearchParams,
  token: string,
): Promise<Answer> {
  const userId = await findUser(deps, query, token)
  if (userId === undefined) {
    const mistake = 'That took too long. Please sign in again.'
    return shown(request, { status: 401, html: signInPage(request, { mistake }) })
  }
  if (single(form, 'decision') !== 'allow') {
    const told = new OAuthError('access_denied', 'The person denied access.').toBody()
    return { redirectTo: leadBack(deps.config, request, told) }
  }
  const workspaces = await selectWorkspaces(deps.db.system, userId)
  const chosen = workspaces.find(({ id }) => String(id) === single(form, 'workspace'))
  if (!chosen) return shown(request, await askConsent(deps, request, query, userId))
  if (hasDocument(request.client.id)) {
    await saveClient(deps.db.system, { ...request.client, created_at: deps.clock() })
  }
  const code = `atg_${deps.random.secret(32)}`
  await insertCode(deps.db.system, code, {
    client_id: request.client.id,
    workspace_id: chosen.id,
    user_id: userId,
    scopes: [...request.scopes],
    resource: request.resource,
    redirect_uri: request.redirectUri,
    code_challenge: request.codeChallenge,
    expires_at: new Date(deps.clock().getTime() + codeSeconds * 1000),
  })
  return { redirectTo: leadBack(deps.config, request, { code }) }
}

async function findUser(
  deps: Needs,
  query: URLSearchParams,
  token: string,
): Promise<number | undefined> {
  const [userId, endsAt, request, mark] = readToken(deps.linkSecrets, purpose, token) ?? []
  const isInTime = Number(endsAt) > deps.clock().getTime() / 1000
  if (!isInTime || request !== sha256(query.toString())) return undefined
  return mark === (await passwordMark(deps, Number(userId))) ? Number(userId) : undefined
}

/** Changes with the password, so that an earlier sign-in becomes invalid. */
async function passwordMark({ db }: Needs, userId: number): Promise<string> {
  const [user] = await db.system<{ password_hash: string | null }>`
    select password_hash from users where id = ${userId} and is_active`
  return sha256(user?.password_hash ?? '')
}

function shown({ redirectUri }: AuthorizationRequest, page: PageAnswer): Answer {
  return { page, leadsTo: redirectUri }
}
