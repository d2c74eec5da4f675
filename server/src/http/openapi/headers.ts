import type { Operation } from '../operation.ts'

/** Response headers that many operations share. */
export const sharedHeaders = {
  RateLimit: {
    description:
      'Remaining quota: `r` requests in the next `t` seconds. Omitted if there is no limit.',
    schema: { type: 'string', example: '"default";r=599;t=60' },
  },
  'RateLimit-Policy': {
    description: 'The quota: `q` requests per `w` seconds.',
    schema: { type: 'string', example: '"default";q=600;w=60' },
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 0, format: 'int64' },
  },
}

/** Requests are counted per credential, so there is nothing to report without one. */
export function rateLimitHeaders({ permission }: Operation, status: number) {
  const isCounted = permission !== 'public' && status !== 401
  const names = [
    ...(isCounted || status === 429 ? ['RateLimit'] : []),
    ...(status === 429 ? ['RateLimit-Policy', 'Retry-After'] : []),
  ]
  if (names.length === 0) return {}
  const entries = names.map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return { headers: Object.fromEntries(entries) }
}
