import type { Limits, Network } from './network.ts'

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Besides 300 visible characters, Bluesky limits the bytes of a text. */
const blueskyBytes = 3000

/** The length of a message as its network counts it, in visible characters. */
export function messageLength(network: Network, text: string, { link }: Limits): number {
  if (network !== 'mastodon') return countCharacters(text)
  const counted = text
    .replaceAll(/https?:\/\/[^\s<>"]+/gi, 'x'.repeat(link ?? 23))
    // For a user on another server only the username counts.
    .replaceAll(/(?<![\w/])@(\w[\w.-]*)@[\w-]+(?:\.[\w-]+)+/g, '@$1')
  return countCharacters(counted)
}

/** The problem with a message's length, as the end of a sentence; undefined if it fits. */
export function tooLong(network: Network, text: string, limits: Limits): string | undefined {
  const length = messageLength(network, text, limits)
  if (length > limits.message) return `has ${length} characters; the limit is ${limits.message}`
  if (network === 'bluesky' && Buffer.byteLength(text) > blueskyBytes) {
    return `takes ${Buffer.byteLength(text)} bytes; the limit is ${blueskyBytes}`
  }
  return undefined
}

function countCharacters(text: string): number {
  let count = 0
  for (const _ of characters.segment(text)) count++
  return count
}
