import { tooLong } from '../../../channels/social/message-length.ts'
import { type Network, networkNames } from '../../../channels/social/network.ts'
import { wrongOption } from '../../../channels/social/network-options.ts'
import { invalid, problem } from '../../../http/problem.ts'
import type { AccountRow } from '../accounts/account-queries.ts'
import type { PostRow } from '../posts/queries.ts'

/** The author's options for one network. */
export function readOptions(
  additional: Record<string, unknown>,
  network: Network,
): Record<string, unknown> {
  const own = Object.hasOwn(additional, network) ? additional[network] : undefined
  return typeof own === 'object' && own !== null && !Array.isArray(own)
    ? (own as Record<string, unknown>)
    : {}
}

/**
 * Checks that a post can be published as it is. Drafts do not have to be ready; errors name the
 * account.
 */
export function checkReady(
  account: AccountRow,
  {
    message,
    media,
    comments,
    additional,
  }: Pick<PostRow, 'message' | 'media' | 'comments' | 'additional'>,
): void {
  const { network, limits } = account
  const name = `${account.name} (${networkNames[network]})`
  if (!account.is_active) {
    throw problem('social_account_inactive', { detail: `The account ${name} is switched off.` })
  }
  if (message.trim() === '' && media.length === 0) {
    throw invalid('message', 'is required if there are no media')
  }
  const options = readOptions(additional, network)
  const wrong = wrongOption(network, options)
  if (wrong) throw invalid(`additional.${network}.${wrong.path}`, wrong.message)
  // A content warning counts towards the message length.
  const warning = network === 'mastodon' ? options.spoiler_text : ''
  const counted = typeof warning === 'string' ? message + warning : message
  const mistake = tooLong(network, counted, limits)
  if (mistake) throw invalid('message', `${mistake} for ${name}`)
  if (media.length > limits.media) {
    throw invalid(
      'media',
      `has ${media.length} files; at most ${limits.media} are allowed for ${name}`,
    )
  }
  for (const [index, comment] of comments.entries()) {
    const mistake = tooLong(network, comment, limits)
    if (mistake) throw invalid(`comments.${index}`, `${mistake} for ${name}`)
  }
}
