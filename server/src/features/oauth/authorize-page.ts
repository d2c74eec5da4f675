import { page } from '../../http/pages/pages-for-people.ts'
import { inWords } from '../../http/permission-words.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { OAuthError } from './oauth-error.ts'
import type { ReachableWorkspace } from './queries.ts'

interface SignInWords {
  email?: string
  mistake?: string
  /** Browsers hide the session from a page that another site opened, but not from its own link. */
  mayHaveSession?: boolean
}

export function signInPage(
  request: AuthorizationRequest,
  { email = '', mistake, mayHaveSession = false }: SignInWords,
): string {
  return page(
    'Sign in to Atelier',
    `<h1>Sign in</h1>
    ${asking(request)}
    ${mistake ? `<p role="alert">${escapeHtml(mistake)}</p>` : ''}
    <form method="post">
      <label>Email <input type="email" name="email" autocomplete="username" required value="${escapeHtml(email)}"></label>
      <label>Password <input type="password" name="password" autocomplete="current-password" required></label>
      <div class="buttons"><button class="first">Continue</button></div>
    </form>
    ${mayHaveSession ? '<p><a href="">Already signed in to Atelier in this browser? Continue without a password</a></p>' : ''}
    <p class="quiet">You can review its permissions before you allow access.</p>`,
  )
}

interface Consent {
  signedIn: string
  /** The email of the person who is asked. */
  person: string
  workspaces: readonly ReachableWorkspace[]
}

export function consentPage(
  request: AuthorizationRequest & { query: URLSearchParams },
  { signedIn, person, workspaces }: Consent,
): string {
  const scopes = request.scopes.map((scope) => `<li>${escapeHtml(inWords(scope))}</li>`)
  const choices = workspaces.map(
    ({ id, name }, at) => `<label class="option"><input type="radio" name="workspace" required
      value="${id}"${at === 0 ? ' checked' : ''}> <span dir="auto">${escapeHtml(name)}</span></label>`,
  )
  const form =
    workspaces.length === 0
      ? '<p>You are not a member of any workspace, so there is nothing to share.</p>'
      : `<form method="post">
      <input type="hidden" name="signed_in" value="${escapeHtml(signedIn)}">
      <fieldset><legend>Which workspace?</legend>${choices.join('')}</fieldset>
      <div class="buttons">
        <button class="first" name="decision" value="allow">Allow</button>
        <button name="decision" value="deny">Deny</button>
      </div>
    </form>`
  return page(
    'Allow access',
    `<h1 dir="auto">Allow ${escapeHtml(request.client.name)} to access Atelier?</h1>
    <p class="quiet">You are signed in as <strong>${escapeHtml(person)}</strong>. <a href="?${escapeHtml(otherAccount(request.query))}">Use another account</a></p>
    <p>It will be able to do this, within your own permissions:</p>
    <ul class="checks">${scopes.join('')}</ul>
    ${form}
    <p class="quiet">You will be redirected to <strong>${escapeHtml(readHost(request.redirectUri))}</strong>. Allow it only if that is where you came from.</p>`,
  )
}

/** The code is for the client's developer: nothing is sent to the client itself. */
export function mistakePage({ code, message }: Pick<OAuthError, 'code' | 'message'>): string {
  return page(
    'Authorization failed',
    `<h1>Authorization failed</h1>
    <p role="alert">${escapeHtml(message)}</p>
    <p>Go back to the program that sent you here and try again.</p>
    <p class="quiet">For its developer: <code>${escapeHtml(code)}</code></p>`,
  )
}

function asking({ client }: AuthorizationRequest): string {
  return `<p class="quiet"><span dir="auto">${escapeHtml(client.name)}</span> wants to access Atelier for you.</p>`
}

/** The same request with a sign-in first. */
function otherAccount(query: URLSearchParams): string {
  const next = new URLSearchParams(query)
  next.set('prompt', 'login')
  return next.toString()
}

/** A name that people recognise: a host, or the client's own URL scheme. */
function readHost(uri: string): string {
  const { host, protocol } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:'
    ? host
    : `${protocol}${host ? `//${host}` : ''}`
}
