import { Type } from 'typebox'
import type { ErrorFormat } from '../../../http/error-format.ts'
import type { Problem } from '../../../http/problem.ts'
import { named } from '../../../http/schemas.ts'
import { elevenLabsErrors } from '../elevenlabs/errors.ts'
import { sendJson } from '../json.ts'

const Nullable = Type.Union([Type.String(), Type.Null()])

/** Our names of fields, as OpenAI names them. */
const params: Record<string, string> = {
  text: 'input',
  language_code: 'language',
  asset_id: 'file',
  image_url: 'image',
  mask_url: 'mask',
  count: 'n',
}

/** OpenAI's error format. Its clients choose the exception by the status. */
export const openAiErrors: ErrorFormat = {
  mediaType: 'application/json',
  schema: named(
    'OpenAiError',
    Type.Object({
      error: Type.Object({
        message: Type.String(),
        type: Type.String(),
        param: Nullable,
        code: Nullable,
      }),
    }),
  ),
  send: (failure, request, reply) => {
    // Both services have /v1; the key's header tells whose client this is.
    if (request.headers['xi-api-key'] !== undefined) {
      return elevenLabsErrors.send(failure, request, reply)
    }
    return sendJson(reply.code(failure.status).headers(failure.headers), {
      error: describe(failure),
    })
  },
}

function describe(failure: Problem) {
  const cause = failure.more?.failure as { code: string; field: string | null } | undefined
  const field = failure.errors?.[0]?.path ?? cause?.field ?? null
  return {
    message: writeMessage(failure),
    type: chooseType(failure.status),
    param: field && (params[field] ?? field),
    code: chooseCode(failure, cause?.code),
  }
}

function writeMessage({ code, detail }: Problem): string {
  if (code !== 'unauthorized') return detail
  return 'The API key is missing, unknown, expired or revoked. Send it as "Authorization: Bearer atl_…".'
}

function chooseType(status: number): string {
  if (status === 429) return 'requests'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

function chooseCode({ code }: Problem, cause: string | undefined): string {
  if (code === 'unauthorized') return 'invalid_api_key'
  if (code === 'rate_limited') return 'rate_limit_exceeded'
  return cause ?? code
}
