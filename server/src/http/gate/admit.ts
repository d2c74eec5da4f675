import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../permissions.ts'
import { Problem } from '../problem.ts'
import type { KnownCredentials } from './known-credentials.ts'
import type { RequestLimits } from './request-limits.ts'

interface Needs {
  known: KnownCredentials
  limits: RequestLimits
}

/** Authenticates a request and counts it. One that exceeds a limit is refused as early as possible. */
export async function countRequest(
  { known, limits }: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  authenticate: () => Promise<Actor>,
): Promise<Actor> {
  const { headers } = request
  const cost = limits.computeCost(request)
  const holder = known.find(headers)
  if (holder) limits.require(holder, cost)
  const actor = await authenticate().catch((error) => {
    // A revoked credential must not be refused for what others of its workspace send.
    if (error instanceof Problem && error.status === 401) known.forget(headers)
    throw error
  })
  known.note(headers, actor)
  reply.headers(limits.take(actor, cost))
  return actor
}
