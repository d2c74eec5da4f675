import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { KeyPlace, Operation } from '../../http/operation.ts'
import type { Actor } from '../../http/permissions.ts'
import { Problem, problem } from '../../http/problem.ts'
import { readCookie } from './browser-cookie.ts'
import { buildActor } from './build-actor.ts'
import {
  type Credential,
  type CredentialKind,
  credentialFinder,
  programTokenPrefix,
} from './credentials.ts'

type Headers = FastifyRequest['headers']

/** Resolves the headers of a request to its actor. */
export function authenticator(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>) {
  const findCredential = credentialFinder(deps)
  const recordUse = useRecorder(deps)

  return async (
    request: FastifyRequest,
    operation: Operation,
    organization?: string,
  ): Promise<Actor> => {
    const { headers } = request
    const { kind, secret, isCookie, mayBeKey } = readSecret(
      deps.config,
      request,
      operation.keyPlaces,
    )
    const key = mayBeKey ? await findCredential('key', secret) : undefined
    const credential = key ?? (await findCredential(kind, secret))
    if (!credential) throw unauthorized('The credential is unknown, expired or revoked.')
    if (!isMeantFor(credential, deps.config, operation)) {
      throw unauthorized(`The token is for ${credential.resource}.`)
    }
    recordUse(credential.kind, credential.id)
    const actor = await buildActor(deps, credential, {
      organization:
        organization ?? single(headers, 'organization') ?? organizationInQuery(request, operation),
      space: single(headers, 'space'),
      requestId: request.id,
      allowsInactiveWorkspace: operation.allowsInactiveWorkspace,
    }).catch((error) => {
      throw operation.hidesScope && isAboutScope(error)
        ? problem(operation.notFound as never)
        : error
    })
    return isCookie ? { ...actor, isBrowser: true } : actor
  }
}

function isAboutScope(error: unknown): boolean {
  return error instanceof Problem && ['workspace_forbidden', 'space_forbidden'].includes(error.code)
}

/** An OAuth token issued for /mcp works only there. */
function isMeantFor(
  { resource }: Credential,
  { publicUrl }: Deps['config'],
  { path }: Operation,
): boolean {
  return resource === null || resource === publicUrl || resource === `${publicUrl}${path}`
}

export function unauthorized(detail: string) {
  return problem('unauthorized', {
    detail: `${detail} Send "Authorization: Api-Key <key>" or "Authorization: Bearer <token>".`,
    headers: { 'www-authenticate': 'Api-Key, Bearer' },
  })
}

interface SentCredential {
  kind: CredentialKind
  secret: string
  isCookie?: true
  /** Operators choose their first key, so its form does not tell it from a session's token. */
  mayBeKey?: true
}

/** The Authorization header identifies the caller. Without one, the browser's cookie does. */
function readSecret(
  config: Deps['config'],
  request: FastifyRequest,
  keyPlaces: readonly KeyPlace[] = [],
): SentCredential {
  const { authorization } = request.headers
  const header = keyPlaces.find((one) => one !== 'bearer' && request.headers[one] !== undefined)
  if (header) return { kind: 'key', secret: single(request.headers, header)?.trim() ?? '' }
  const cookie = authorization === undefined ? readCookie(config, request) : undefined
  return cookie
    ? { kind: 'session', secret: cookie, isCookie: true }
    : parseAuthorization(authorization, keyPlaces.includes('bearer'))
}

function parseAuthorization(header: string | undefined, takesKeyAsBearer: boolean): SentCredential {
  if (!header) throw unauthorized('The request has no credential.')
  const [, scheme, secret] = /^(api-key|bearer) +([\x21-\x7e]+)$/i.exec(header.trim()) ?? []
  if (!scheme || !secret) throw unauthorized('The Authorization header is malformed.')
  if (scheme.toLowerCase() !== 'bearer') return { kind: 'key', secret }
  if (secret.startsWith(programTokenPrefix)) return { kind: 'oauth', secret }
  return { kind: 'session', secret, ...(takesKeyAsBearer && { mayBeKey: true }) }
}

/** For operations that declare it: frames cannot send headers. */
function organizationInQuery(request: FastifyRequest, operation: Operation): string | undefined {
  if (!operation.query?.properties.organization) return undefined
  const { organization } = request.query as { organization?: unknown }
  return organization === undefined ? undefined : String(organization)
}

function single(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

const writeEveryMs = 60_000

/** Records a credential's last use, at most once a minute and without delaying the request. */
function useRecorder({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const written = new Map<string, number>()

  return (kind: CredentialKind, id: string): void => {
    const now = clock()
    const name = `${kind}:${id}`
    if (now.getTime() - (written.get(name) ?? 0) < writeEveryMs) return
    if (written.size > 10_000) written.clear()
    written.set(name, now.getTime())
    write(kind, id, now).catch((error) => log.warn({ err: error }, 'last use not recorded'))
  }

  function write(kind: CredentialKind, id: string, now: Date): Promise<unknown> {
    if (kind === 'key') return db.system`update api_keys set last_used_at = ${now} where id = ${id}`
    if (kind === 'session') {
      return db.system`update sessions set last_used_at = ${now} where id = ${id}`
    }
    return db.system`update oauth_grants set last_used_at = ${now} where id = ${id}`
  }
}
