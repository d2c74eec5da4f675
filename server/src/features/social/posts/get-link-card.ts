import { readLinkCard } from '../../../channels/social/link-card.ts'
import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { FetchRefused } from '../../../platform/safe-fetch/fetch-refused.ts'
import type { LinkCard } from './schemas.ts'

/** The card that networks show below a post with this link. */
export async function getLinkCard(
  { safeFetch }: Pick<Deps, 'safeFetch'>,
  actor: Actor,
  url: string,
): Promise<LinkCard> {
  requirePermission(actor, 'social:write')
  const card = await readLinkCard(safeFetch.fetching, actor.workspaceId, url).catch((error) => {
    if (!(error instanceof FetchRefused)) throw error
    throw problem('link_unreadable', { detail: error.message, cause: error })
  })
  if (!card) throw problem('link_unreadable', { detail: 'The page has no title.' })
  return { url, ...card }
}
