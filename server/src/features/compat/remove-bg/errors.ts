import { Type } from 'typebox'
import type { ErrorFormat } from '../../../http/error-format.ts'
import type { Problem } from '../../../http/problem.ts'
import { problems } from '../../../http/problems.ts'
import { named } from '../../../http/schemas.ts'
import { sendJson } from '../json.ts'

/** remove.bg's codes for what we call otherwise. */
const codes: Record<string, string> = {
  unauthorized: 'auth_failed',
  rate_limited: 'rate_limit_exceeded',
  no_subject_found: 'unknown_foreground',
  unsupported_image_type: 'unsupported_format',
  image_unreadable: 'failed_to_read_image',
  too_large: 'file_size_too_large',
  body_too_large: 'file_size_too_large',
}

/** remove.bg's error format. */
export const removeBgErrors: ErrorFormat = {
  mediaType: 'application/json',
  schema: named(
    'RemoveBgErrors',
    Type.Object({
      errors: Type.Array(
        Type.Object({
          title: Type.String(),
          code: Type.Optional(Type.String()),
          detail: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
  send: (failure, _request, reply) =>
    sendJson(reply.code(failure.status).headers(failure.headers), { errors: [describe(failure)] }),
}

function describe(failure: Problem) {
  const cause = failure.more?.failure as { code: string } | undefined
  const ours = cause?.code ?? failure.code
  const code = codes[ours] ?? ours
  if (failure.code === 'unauthorized') {
    const detail = 'The API key is missing, unknown, expired or revoked. Send it as X-Api-Key.'
    return { title: 'API Key invalid', code, detail }
  }
  return { title: problems[failure.code].title, code, detail: failure.detail }
}
