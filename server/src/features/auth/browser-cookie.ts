import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { requireKnownOrigin } from '../../http/gate/known-origin.ts'
import { browserSessionDays } from './sessions.ts'

type Needs = Pick<Config, 'publicUrl' | 'allowedOrigins'>

/**
 * The name contains the port: browsers share cookies between ports, and two servers on one machine
 * must not sign out each other's users.
 */
function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  const { protocol, port } = new URL(publicUrl)
  return protocol === 'https:' ? '__Host-atelier' : `atelier_${port || '80'}`
}

/** Scripts cannot read the cookie, and pages of other sites cannot make a browser send it. */
export function sessionCookie(
  config: Pick<Config, 'publicUrl'>,
  secret: string,
  lifeSeconds = browserSessionDays * 86_400,
): string {
  const seconds = secret === '' ? 0 : lifeSeconds
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(config)}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
}

/**
 * The browser's session, for requests from our own pages. "Same site" is not enough: every program
 * that serves pages on this machine is on the same site as localhost.
 */
export function readCookie(config: Needs, request: FastifyRequest): string | undefined {
  const { headers, method } = request
  const secret = cookieValue(headers.cookie, cookieName(config))
  if (!secret) return undefined
  const from = headers['sec-fetch-site']
  const isTyped = from === 'none' && method === 'GET'
  if (from === 'same-origin' || isTyped) return secret
  if (from !== undefined) return undefined
  // Browsers before 2023 do not send Sec-Fetch-Site.
  if (method !== 'GET' && headers.origin === undefined) return undefined
  requireKnownOrigin(config, headers.origin)
  return secret
}

function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}
