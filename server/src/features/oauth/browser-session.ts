import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../http/problem.ts'
import { readCookie } from '../auth/browser-cookie.ts'
import { credentialFinder } from '../auth/credentials.ts'
import type { BrowserSession } from './authorize.ts'

/** Finds the person who is signed in to the console in the browser that sent a request. */
export function browserSessions(deps: Pick<Deps, 'db' | 'clock' | 'config'>) {
  const findCredential = credentialFinder(deps)
  return async (request: FastifyRequest): Promise<BrowserSession> => {
    const from = request.headers['sec-fetch-site']
    const mayBeHidden = from === 'cross-site' || from === 'same-site'
    const secret = readSessionCookie(deps.config, request)
    const credential = secret ? await findCredential('session', secret) : undefined
    return { userId: credential?.user_id, mayBeHidden }
  }
}

/** A request from another origin has no session here. */
function readSessionCookie(config: Deps['config'], request: FastifyRequest): string | undefined {
  try {
    return readCookie(config, request)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
