import { Type } from 'typebox'
import type { ErrorFormat } from '../../../http/error-format.ts'
import type { Problem } from '../../../http/problem.ts'
import type { ProblemCode } from '../../../http/problems.ts'

const words: Partial<Record<ProblemCode, string>> = {
  incoming_webhook_not_found: 'no_service',
  channel_not_found: 'channel_not_found',
  permission_denied: 'action_prohibited',
  rate_limited: 'rate_limited',
  malformed_json: 'invalid_payload',
  body_too_large: 'invalid_payload',
}

/** Slack answers with a word as plain text. */
export const slackErrors: ErrorFormat = {
  mediaType: 'text/plain',
  schema: Type.String(),
  send: (failure, _request, reply) =>
    reply
      .code(failure.status)
      .headers(failure.headers)
      .type('text/plain; charset=utf-8')
      .serializer(String)
      .send(chooseWord(failure)),
}

function chooseWord({ code, status, errors }: Problem): string {
  if (errors?.[0]?.path === 'text') return 'no_text'
  return words[code] ?? (status >= 500 ? 'rollback_error' : 'invalid_payload')
}
