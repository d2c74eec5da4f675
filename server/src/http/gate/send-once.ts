import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { writeInstance } from '../body/safe-path.ts'
import type { Actor } from '../permissions.ts'
import { type KeyedOperation, once, type StoredResponse } from './idempotency.ts'

interface KeyedCall {
  operation: KeyedOperation
  /** Distinguishes the request from others with the same key. */
  body: unknown
}

export function idempotencyKey(request: FastifyRequest): string | undefined {
  if (request.method !== 'POST' && request.method !== 'PATCH') return undefined
  const key = request.headers['idempotency-key']
  return Array.isArray(key) ? key.join(',') : key
}

/** Responds to a request with an `Idempotency-Key`: runs `work`, or repeats its first response. */
export async function sendOnce(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  call: KeyedCall,
  work: (deps: Deps) => Promise<StoredResponse>,
): Promise<FastifyReply> {
  const key = idempotencyKey(request) as string
  const actor = request.actor as Actor
  const { url } = request
  const keyed = { ...call, key, actor, url, instance: writeInstance(request) }
  const kept = await once(deps, keyed, work)
  if (kept.replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(kept.status).headers(kept.headers).serializer(String).send(kept.body)
}
