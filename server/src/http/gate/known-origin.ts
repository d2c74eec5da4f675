import type { Config } from '../../config.ts'
import { problem } from '../problem.ts'

/**
 * A page on another origin must not act for its visitor, not even through a domain name that it
 * points at this machine. Programs send no Origin.
 */
export function requireKnownOrigin(
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
  origin: string | undefined,
): void {
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  if (allowedOrigins.includes(origin)) return
  throw problem('origin_forbidden', {
    detail: `Requests from ${origin} are not allowed. The operator can add it to ATELIER_ALLOWED_ORIGINS.`,
  })
}
