import { misused, NotReady, notSignedIn } from '../errors.ts'
import { listenForAnswer } from './loopback.ts'
import { type AuthorizationServer, discover, exchange, newSecrets, register } from './oauth.ts'
import { openBrowser } from './open-browser.ts'
import type { Session } from './store.ts'

const patienceMs = 600_000

export interface SignInOptions {
  /** API permissions. Defaults to the server's usual ones; "all" is all that a program can have. */
  scopes?: string
  browser: boolean
}

/** Asks a person for consent in a browser, and returns the session that they allowed. */
export async function signInByBrowser(url: string, options: SignInOptions): Promise<Session> {
  const server = await discover(url)
  const listener = await listenForAnswer(patienceMs)
  const { redirectUri: redirect_uri } = listener
  try {
    const client_id = await register(server, redirect_uri)
    const secrets = newSecrets()
    const pageUrl = authorizationUrl(
      server,
      { client_id, redirect_uri, ...secrets },
      options.scopes,
    )
    await showSignInPage(pageUrl, options.browser)
    const answer = await listener.answer
    const code = readCode(answer, secrets.state, server.issuer)
    return await exchange(server, {
      client_id,
      code,
      redirect_uri,
      code_verifier: secrets.verifier,
    })
  } finally {
    listener.close()
  }
}

function authorizationUrl(
  server: AuthorizationServer,
  known: { client_id: string; redirect_uri: string; challenge: string; state: string },
  scopes: string | undefined,
): string {
  const url = new URL(server.authorization_endpoint)
  const wanted =
    scopes === 'all' ? server.scopes_supported?.join(' ') : scopes?.split(',').join(' ')
  const query = {
    response_type: 'code',
    client_id: known.client_id,
    redirect_uri: known.redirect_uri,
    code_challenge: known.challenge,
    code_challenge_method: 'S256',
    state: known.state,
    // The whole API, not only its tools for agents.
    resource: server.issuer,
    ...(wanted && { scope: wanted }),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

async function showSignInPage(url: string, mayOpen: boolean): Promise<void> {
  const isOpen = mayOpen && (await openBrowser(url))
  process.stderr.write(
    isOpen
      ? `Sign in using the browser window that opened. If none opened, open this URL:\n\n  ${url}\n\n`
      : `Open this URL in a browser on this machine:\n\n  ${url}\n\n`,
  )
}

/** The code, if the response matches our request and comes from the right issuer. */
function readCode(answer: URLSearchParams, state: string, issuer: string): string {
  if (answer.get('state') !== state || answer.get('iss') !== issuer) {
    throw new NotReady('The browser response belongs to another sign-in. Please try again.')
  }
  const error = answer.get('error')
  if (error === 'access_denied') throw notSignedIn('The sign-in was refused in the browser.')
  if (error === 'invalid_scope') throw misused(answer.get('error_description') ?? error)
  const code = answer.get('code')
  if (!code)
    throw new NotReady(answer.get('error_description') ?? 'The browser response contained no code.')
  return code
}
