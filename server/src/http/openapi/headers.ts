import type { Operation } from '../operation.ts'

/** Response headers that many operations share. */
export const sharedHeaders = {
  RateLimit: {
    description:
      '`r` requests remain; in `t` seconds the whole quota is available. `default` is the credential, `workspace` all credentials of its workspace. Omitted if there is no limit.',
    schema: { type: 'string', example: '"default";r=187;t=1, "workspace";r=340;t=1' },
  },
  'RateLimit-Policy': {
    description: 'The quotas: `q` requests at once, available again after `w` seconds.',
    schema: { type: 'string', example: '"default";q=200;w=4, "workspace";q=400;w=4' },
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
