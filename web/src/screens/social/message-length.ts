import type { SocialAccount } from '@atelier/sdk'

type Network = SocialAccount['network']

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Mastodon counts every link as this many characters, however long it is. */
const mastodonLink = 23
/** Bluesky limits the number of bytes as well as characters. */
const blueskyBytes = 3000

/** The length of a message as its network counts it, in graphemes. */
export function messageLength(network: Network, text: string): number {
  if (network !== 'mastodon') return countCharacters(text)
  const counted = text
    .replaceAll(/https?:\/\/[^\s<>"]+/gi, 'x'.repeat(mastodonLink))
    // For a mention of a person on another server, only the username counts.
    .replaceAll(/(?<![\w/])@(\w[\w.-]*)@[\w-]+(?:\.[\w-]+)+/g, '@$1')
  return countCharacters(counted)
}

function countCharacters(text: string): number {
  return [...characters.segment(text)].length
}

interface Composition {
  message: string
  media: readonly unknown[]
  comments?: readonly string[]
  audience?: { warning: string }
}

/** On Mastodon, a content warning counts towards the length. */
export function lengthOn(
  { network }: Pick<SocialAccount, 'network'>,
  { message, audience }: Composition,
) {
  return messageLength(
    network,
    network === 'mastodon' ? message + (audience?.warning ?? '') : message,
  )
}

/**
 * The problems that prevent publishing on an account, as sentences. Drafts may have any of them.
 */
export function problemsOn(account: SocialAccount, composition: Composition): string[] {
  const { message, media, comments = [] } = composition
  const { network, max_characters, max_media, is_active } = account
  const over = lengthOn(account, composition) - max_characters
  const bytes = new TextEncoder().encode(message).length
  return [
    !is_active && 'This account is disabled.',
    message.trim() === '' && media.length === 0 && 'Add text or media.',
    over > 0 && `${over} ${over === 1 ? 'character' : 'characters'} too long.`,
    network === 'bluesky' && bytes > blueskyBytes && `${bytes - blueskyBytes} bytes too long.`,
    media.length > max_media && `At most ${max_media} images or videos.`,
    ...comments.map((comment, index) => {
      const more = messageLength(network, comment) - max_characters
      return more > 0 && `Reply ${index + 1} is ${more} over the limit.`
    }),
  ].filter((problem) => problem !== false)
}
