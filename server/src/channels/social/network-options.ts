import type { Network } from './network.ts'

/** Who sees a status on Mastodon. */
export const visibilities = ['public', 'unlisted', 'private', 'direct']

/** What an author may say about pictures on Bluesky, so that they are covered first. */
export const selfLabels = ['sexual', 'nudity', 'porn', 'graphic-media']

interface Mistake {
  path: string
  message: string
}

/**
 * What is wrong with what the author says to a network. Most of it is passed on or left out; but what
 * is meant for few must not be seen by all because of a typing error.
 */
export function wrongOption(
  network: Network,
  options: Record<string, unknown>,
): Mistake | undefined {
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
