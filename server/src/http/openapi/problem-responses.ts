import type { Operation } from '../operation.ts'
import { type ProblemCode, problems, statusesOfProblem } from '../problems.ts'
import type { Components } from './components.ts'
import { rateLimitHeaders } from './headers.ts'

/** Problems that always occur together, and their shared name. */
const together = {
  InvalidBody: ['malformed_header', 'validation_failed', 'malformed_json'],
  InvalidParameters: ['malformed_header', 'validation_failed'],
  Forbidden: ['workspace_forbidden', 'workspace_inactive', 'space_forbidden', 'permission_denied'],
} as const satisfies Record<string, readonly ProblemCode[]>

/** Problems that follow from what an operation accepts, in the order in which they are listed. */
const general: readonly ProblemCode[] = [
  'bad_request',
  'method_not_allowed',
  ...together.InvalidBody,
  'unauthorized',
  ...together.Forbidden,
  'idempotency_key_in_use',
  'idempotency_outcome_unknown',
  'idempotency_key_reused',
  'rate_limited',
  'overloaded',
  'database_unavailable',
]

/** Every problem that an operation can return. */
function listProblems(operation: Operation): ProblemCode[] {
  const codes: ProblemCode[] = [...(operation.problems ?? [])]
  if (operation.permission !== 'public') {
    codes.push(
      'unauthorized',
      'malformed_header',
      ...together.Forbidden,
      'rate_limited',
      'overloaded',
    )
  }
  if (operation.path.includes('{')) {
    codes.push('bad_request')
    // Without its last part, a path is that of a list, which has methods of its own.
    if (operation.method !== 'GET') codes.push('method_not_allowed')
  }
  if (operation.body || operation.query) codes.push('validation_failed')
  if (operation.body) codes.push('malformed_json', 'body_too_large', 'unsupported_media_type')
  if (operation.notFound) codes.push(operation.notFound)
  if (takesIdempotencyKey(operation)) {
    codes.push('idempotency_key_in_use', 'idempotency_key_reused')
    if (operation.callsOutside) codes.push('idempotency_outcome_unknown')
  }
  if (operation.events) codes.push('too_many_streams', 'streams_exhausted')
  codes.push('internal_error', 'database_unavailable')
  // Lists the operation's own problems first, then the general ones in a fixed order.
  return [...new Set(codes)].sort((a, b) => general.indexOf(a) - general.indexOf(b))
}

export function listStatuses(operation: Operation): number[] {
  const pending = operation.isPending ? [202] : []
  return [operation.status, ...pending, ...listProblems(operation).flatMap(statusesOfProblem)]
}

export function takesIdempotencyKey({ method, permission }: Operation): boolean {
  return (method === 'POST' || method === 'PATCH') && permission !== 'public'
}

/** One response per status, shared by all operations with the same problems. */
export function problemResponses(operation: Operation, components: Components) {
  const pairs = listProblems(operation).flatMap((code) =>
    statusesOfProblem(code).map((status) => ({ status, code })),
  )
  const byStatus = Map.groupBy(pairs, ({ status }) => status)
  const responses = [...byStatus].map(([status, found]) => {
    const codes = found.map(({ code }) => code)
    const list = codes.map((code) => `- \`${code}\`: ${problems[code].title}`)
    const response = {
      description: list.join('\n'),
      ...rateLimitHeaders(operation, status),
      content: errorContent(operation, components),
    }
    // Public operations are not rate limited by credential, so their headers differ.
    const isShared = operation.permission !== 'public' && !operation.errorFormat
    return [
      status,
      isShared ? components.response(nameResponse(codes), response) : response,
    ] as const
  })
  return Object.fromEntries(responses)
}

function errorContent({ errorFormat }: Operation, components: Components) {
  if (errorFormat) {
    return { [errorFormat.mediaType]: { schema: components.sent(errorFormat.schema) } }
  }
  return { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
}

/** `SlugTakenOrIdempotencyKeyInUse` */
function nameResponse(codes: readonly ProblemCode[]): string {
  for (const [name, set] of Object.entries<readonly ProblemCode[]>(together)) {
    if (!set.every((code) => codes.includes(code))) continue
    const others = codes.filter((code) => !set.includes(code))
    return [...others.map(pascalCase), name].join('Or')
  }
  return codes.map(pascalCase).join('Or')
}

function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
