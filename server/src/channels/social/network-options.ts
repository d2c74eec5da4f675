import type { Network } from './network.ts'

/** The audience of a Mastodon status. */
export const visibilities = ['public', 'unlisted', 'private', 'direct']

/** Content warnings that an author may set on Bluesky images, so that they are blurred. */
export const selfLabels = ['sexual', 'nudity', 'porn', 'graphic-media']

interface OptionError {
  path: string
  message: string
}

/**
 * The first problem in an author's options for a network. Most options are passed on or ignored,
 * but a typo must not make a restricted post public.
 */
export function wrongOption(
  network: Network,
  options: Record<string, unknown>,
): OptionError | undefined {
  if (network === 'mastodon') {
    const { visibility = null } = options
    if (visibility === null || isOneOf(visibilities, visibility)) return undefined
    return { path: 'visibility', message: `must be one of ${visibilities.join(', ')}` }
  }
  if (network === 'bluesky') {
    const { labels = null } = options
    const isKnown = Array.isArray(labels) && labels.every((label) => isOneOf(selfLabels, label))
    if (labels === null || isKnown) return undefined
    return { path: 'labels', message: `must be a list of ${selfLabels.join(', ')}` }
  }
  return undefined
}

function isOneOf(known: readonly string[], value: unknown): boolean {
  return known.includes(value as string)
}
