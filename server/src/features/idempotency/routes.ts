import { Type } from 'typebox'
import { findKept } from '../../http/gate/idempotency.ts'
import { operation } from '../../http/operation.ts'
import { problem } from '../../http/problem.ts'
import { named, Time } from '../../http/schemas.ts'
import { JsonText } from '../../lib/exact-json/json-text.ts'

export function idempotencyRoutes() {
  return [
    operation({
      id: 'getIdempotentResponse',
      method: 'GET',
      path: '/api/v1/idempotency/{key}',
      tag: 'Idempotency',
      summary: 'Look up the response to a request with an Idempotency-Key',
      description:
        'Use it when you never received the response. Responses are kept for 24 hours, for the workspace and the credential of the request. A 409 means that the request is still running, or that the server stopped while it ran.',
      permission: 'any credential',
      params: Type.Object({
        key: Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'The Idempotency-Key of the request.',
        }),
      }),
      exact: true,
      reply: named(
        'IdempotentResponse',
        Type.Object({
          key: Type.String(),
          operation_id: Type.String(),
          status: Type.Integer(),
          body: Type.Unknown(),
          created_at: Time,
        }),
      ),
      notFound: 'idempotency_key_not_found',
      problems: ['idempotency_key_in_use', 'idempotency_outcome_unknown'],
      example: {
        params: { key: 'make-launch-space-1' },
        reply: {
          key: 'make-launch-space-1',
          operation_id: 'createTeamspace',
          status: 201,
          body: { id: 3, name: 'Launch', slug: 'launch' },
          created_at: '2026-11-15T09:30:00.000Z',
        },
      },
      handle: async (deps, { actor, params: { key } }) => {
        const kept = await findKept(deps, actor, key)
        if (!kept) throw problem('idempotency_key_not_found')
        const { operation_id, status, created_at } = kept
        const body = kept.body === '' ? null : new JsonText(kept.body)
        return { key, operation_id, status, body, created_at }
      },
    }),
  ]
}
