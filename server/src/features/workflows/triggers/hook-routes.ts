import { Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import { RequestRate } from '../../../http/gate/request-rate.ts'
import { type Operation, operation } from '../../../http/operation.ts'
import { maxHookBytes, receiveHook } from './receive-hook.ts'
import { HookReply, hookMethods } from './schemas.ts'

const HookParams = Type.Object({
  token: Type.String({ maxLength: 100, description: 'From the creation of the trigger.' }),
})

const ids = {
  POST: 'receiveHook',
  GET: 'receiveHookByGet',
  PUT: 'receiveHookByPut',
  PATCH: 'receiveHookByPatch',
}

/** A sender in a loop must not fill the workspace with runs. */
const deliveriesPerSecond = 100

/** The URLs of webhook triggers. */
export function hookRoutes(deps: Pick<Deps, 'clock' | 'counts'>): Operation[] {
  const rate = new RequestRate(
    { policy: 'hook', perSecond: deliveriesPerSecond, burstSeconds: 60 },
    deps,
  )
  return hookMethods.map((method) =>
    operation({
      id: ids[method],
      method,
      path: '/api/v1/hooks/{token}',
      tag: 'Workflows',
      summary: `Start a run by webhook${method === 'POST' ? '' : `, with ${method}`}`,
      description:
        'Takes JSON, a form or text of at most 1 MiB, signed as `verify` of the trigger says. A repeated delivery returns the first run. With `respond: output`, the response is 200 with the output of the run.',
      permission: 'public',
      params: HookParams,
      bodyLimitBytes: maxHookBytes,
      status: 202,
      ...(method !== 'GET' && {
        takes: { '*/*': { schema: Type.Unknown({ description: 'JSON, a form or text.' }) } },
      }),
      reply: HookReply,
      notFound: 'hook_not_found',
      problems: [
        ...(['validation_failed', 'malformed_json', 'hook_refused', 'method_not_allowed'] as const),
        ...(['body_too_large', 'unsupported_media_type', 'rate_limited', 'too_many_runs'] as const),
      ],
      example: {
        params: { token: 'kL9…' },
        reply: {
          run_id: '0b9d8c7e-6f5a-4b3c-9d2e-1f0a9b8c7d6e',
          outcome: 'started',
          reason: null,
        },
      },
      exchange: (deps, call, exchange) => receiveHook(deps, call, exchange, rate),
    }),
  )
}
