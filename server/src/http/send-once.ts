import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type KeptResponse, once } from './idempotency.ts'
import type { Actor } from './permissions.ts'

interface KeyedCall {
  operationId: string
  /** What tells the request from another with the same key. */
  body: unknown
}

export function idempotencyKey(request: FastifyRequest): string | undefined {
  if (request.method !== 'POST' && request.method !== 'PATCH') return undefined
  const key = request.headers['idempotency-key']
  return Array.isArray(key) ? key.join(',') : key
}

/** Answers a request with an `Idempotency-Key`: with what `work` gives, or what it gave before. */
export async function sendOnce(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  call: KeyedCall,
  work: (deps: Deps) => Promise<KeptResponse>,
): Promise<FastifyReply> {
  const key = idempotencyKey(request) as string
  const actor = request.actor as Actor
  const kept = await once(deps, { ...call, key, actor, url: request.url }, work)
  if (kept.replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(kept.status).headers(kept.headers).serializer(String).send(kept.body)
}
