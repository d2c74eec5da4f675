import { normalizeBaseUrl } from '@atelier/sdk/src/base-url.ts'
import { Atelier } from '@atelier/sdk/src/index.ts'
import type { ClientOptions } from '@atelier/sdk/src/transport.ts'
import { CommandError, misused, notSignedIn } from '../errors.ts'
import { readAccessToken, renewed } from '../profiles/access-token.ts'
import { type Profile, readProfiles } from '../profiles/store.ts'
import { version } from '../version.ts'
import type { GeneralOptions } from './general-options.ts'

export const usualUrl = 'http://localhost:4600'

/** A server and the credential for it. */
export interface Connection extends ClientOptions {
  /** The profile that it comes from. */
  profile?: string
}

/**
 * Finds server and credential: on the command line, then in the environment, then in the profile. A
 * URL alone selects the profile that is signed in there. Undefined if nothing names a server.
 */
export async function findConnection(given: GeneralOptions): Promise<Connection | undefined> {
  const { ATELIER_URL, ATELIER_API_KEY, ATELIER_PROFILE } = process.env
  // An explicit profile overrides the environment.
  const env = given.profile === undefined ? { url: ATELIER_URL, key: ATELIER_API_KEY } : {}
  const url = given.url ?? (env.url || undefined)
  const apiKey = given.key ?? (env.key || undefined)
  const narrowed = narrowing(given)
  if (url !== undefined) {
    const baseUrl = readServerUrl(url)
    if (apiKey) return { baseUrl, apiKey, fetch: fetchAsAtelier, ...narrowed }
    const known = await findProfile(baseUrl, given.profile ?? ATELIER_PROFILE)
    return known ? { ...ofProfile(...known), ...narrowed } : { baseUrl, ...narrowed }
  }
  const found = await chosenProfile(given.profile ?? (ATELIER_PROFILE || undefined))
  if (!found)
    return apiKey ? { baseUrl: usualUrl, apiKey, fetch: fetchAsAtelier, ...narrowed } : undefined
  if (apiKey) return { baseUrl: found[1].url, apiKey, fetch: fetchAsAtelier, ...narrowed }
  return { ...ofProfile(...found), ...narrowed }
}

/** The same for commands that need a server. */
export async function requireConnection(
  given: GeneralOptions,
  { isPublic = false } = {},
): Promise<Connection> {
  const found = await findConnection(given)
  if (found && (isPublic || found.apiKey || found.accessToken)) return found
  if (isPublic) return { baseUrl: usualUrl }
  throw notSignedIn(
    found
      ? `You are not signed in at ${found.baseUrl}. Sign in with: atelier login --url ` +
          `${found.baseUrl}, or set ATELIER_API_KEY.`
      : 'You are not signed in. Sign in with: atelier login --url <url>, or set ATELIER_URL and ATELIER_API_KEY.',
  )
}

/** A client for the server from the options, the environment or the profile. */
export async function connect(
  given: GeneralOptions,
  options?: { isPublic?: boolean },
): Promise<Atelier> {
  return new Atelier(await requireConnection(given, options))
}

/** Without a trailing slash, so that URLs can be compared. The scheme is optional, as in the SDK. */
export function readServerUrl(text: string): string {
  try {
    const { origin, pathname } = new URL(normalizeBaseUrl(text))
    return `${origin}${pathname}`.replace(/\/+$/, '')
  } catch {
    throw misused(`"${text}" is not a server URL. Use a URL such as ${usualUrl}`)
  }
}

function narrowing({ organization, space }: GeneralOptions) {
  return {
    ...(organization !== undefined && { organization }),
    ...(space !== undefined && { space }),
  }
}

/** Identifies the client in the server's log. */
const fetchAsAtelier: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('user-agent', `atelier-cli/${version}`)
  return fetch(input, { ...init, headers })
}

/** Renews a session once if the server says it has expired. A stream can't be sent again. */
function fetchAs(profile: string): typeof fetch {
  return async (input, init) => {
    const response = await fetchAsAtelier(input, init)
    const headers = new Headers(init?.headers)
    const [, token] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? []
    if (response.status !== 401 || !token || init?.body instanceof ReadableStream) return response
    const fresh = await renewed(profile, token).catch((error: unknown) => {
      if (error instanceof CommandError) return undefined
      throw error
    })
    if (!fresh) return response
    headers.set('authorization', `Bearer ${fresh}`)
    return fetchAsAtelier(input, { ...init, headers })
  }
}

function ofProfile(name: string, profile: Profile): Connection {
  const { url: baseUrl, key, organization, space } = profile
  return {
    baseUrl,
    fetch: fetchAsAtelier,
    profile: name,
    ...(organization !== undefined && { organization }),
    ...(space !== undefined && { space }),
    ...(key ? { apiKey: key } : { accessToken: () => readAccessToken(name), fetch: fetchAs(name) }),
  }
}

async function chosenProfile(wanted: string | undefined): Promise<[string, Profile] | undefined> {
  const { current, profiles } = await readProfiles()
  const name = wanted ?? current
  if (name === null) return undefined
  const profile = profiles[name]
  if (profile) return [name, profile]
  if (wanted === undefined) return undefined
  throw notSignedIn(
    `There is no profile "${name}". Create it with: atelier login --profile ${name}`,
  )
}

/** The named profile, else the current one, else any that is signed in there. */
async function findProfile(url: string, wanted: string | undefined) {
  const { current, profiles } = await readProfiles()
  const there = Object.entries(profiles).filter(([, profile]) => profile.url === url)
  const name = wanted || current
  return there.find(([own]) => own === name) ?? (wanted ? undefined : there[0])
}
