import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { writeInstance } from '../../http/body/safe-path.ts'
import { once } from '../../http/gate/idempotency.ts'
import { idempotencyKey } from '../../http/gate/send-once.ts'
import type { Call } from '../../http/operation.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import type { ProblemCode } from '../../http/problems.ts'
import type { WaitingClient } from '../tasks/wait-for-task.ts'

interface Submission<Submitted> {
  operationId: string
  /** Identifies the request: fields and the hashes of files. */
  input: unknown
  submit(deps: Deps): Promise<Submitted>
}

/**
 * Submits work once per `Idempotency-Key`. Repeating the request finds the work of the first one and
 * waits for the same result.
 */
export async function submitOnce<Submitted extends object>(
  deps: Deps,
  request: FastifyRequest,
  { operationId, input, submit }: Submission<Submitted>,
): Promise<Submitted> {
  const key = idempotencyKey(request)
  if (key === undefined) return submit(deps)
  const keyed = {
    key,
    actor: request.actor as Actor,
    operation: { id: operationId },
    url: request.url,
    instance: writeInstance(request),
    body: input,
  }
  const kept = await once(deps, keyed, async (inside) => ({
    status: 202,
    headers: {},
    body: JSON.stringify(await submit(inside)),
  }))
  const body = JSON.parse(kept.body)
  if (kept.status < 400) return body
  throw problem(body.code as ProblemCode, { detail: body.detail, errors: body.errors })
}

/** With an `Idempotency-Key` the client can ask again, so the work continues if it leaves. */
export function describeWaiting(
  call: Pick<Call<unknown, unknown, unknown>, 'leaving'>,
  request: FastifyRequest,
): WaitingClient {
  return {
    signal: call.leaving(),
    hasLeft: () => request.raw.socket.destroyed,
    continues: idempotencyKey(request) !== undefined,
  }
}
