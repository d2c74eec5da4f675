import { Type } from 'typebox'
import type { ErrorFormat } from '../../../http/error-format.ts'
import type { Problem } from '../../../http/problem.ts'
import { named } from '../../../http/schemas.ts'
import { sendJson } from '../json.ts'

/** ElevenLabs' error format. */
export const elevenLabsErrors: ErrorFormat = {
  mediaType: 'application/json',
  schema: named(
    'ElevenLabsError',
    Type.Object({
      detail: Type.Object({ status: Type.String(), message: Type.String() }),
    }),
  ),
  send: (failure, _request, reply) =>
    sendJson(reply.code(failure.status).headers(failure.headers), { detail: describe(failure) }),
}

function describe(failure: Problem) {
  const { code, detail } = failure
  if (code === 'unauthorized') {
    const message = 'The API key is missing, unknown, expired or revoked. Send it as "xi-api-key".'
    return { status: 'invalid_api_key', message }
  }
  if (code === 'rate_limited') return { status: 'too_many_concurrent_requests', message: detail }
  const cause = failure.more?.failure as { code: string } | undefined
  return { status: cause?.code ?? code, message: detail }
}
