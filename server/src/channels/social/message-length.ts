import type { Limits, Network } from './network.ts'

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Beside the 300 characters that people see, Bluesky has a limit for what they are made of. */
const blueskyBytes = 3000

/** How long a message is, as its network counts: characters as people see them. */
export function messageLength(network: Network, text: string, { link }: Limits): number {
  if (network !== 'mastodon') return countCharacters(text)
  const counted = text
    .replaceAll(/https?:\/\/[^\s<>"]+/gi, 'x'.repeat(link ?? 23))
    // Of somebody on another server only the name counts.
    .replaceAll(/(?<![\w/])@(\w[\w.-]*)@[\w-]+(?:\.[\w-]+)+/g, '@$1')
  return countCharacters(counted)
}

/** What is wrong with the length of a message, as the end of a sentence; undefined when it fits. */
export function tooLong(network: Network, text: string, limits: Limits): string | undefined {
  const length = messageLength(network, text, limits)
  if (length > limits.message) return `has ${length} characters; at most ${limits.message} fit`
  if (network === 'bluesky' && Buffer.byteLength(text) > blueskyBytes) {
    return `takes ${Buffer.byteLength(text)} bytes; at most ${blueskyBytes} fit`
  }
  return undefined
}

function countCharacters(text: string): number {
  let count = 0
  for (const _ of characters.segment(text)) count++
  return count
}
