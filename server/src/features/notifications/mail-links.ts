import type { Deps } from '../../deps.ts'
import { readSignedLink, signedLink } from '../../http/gate/acting-links.ts'
import { type Category, categories } from './categories.ts'

type Needs = Pick<Deps, 'config' | 'linkSecrets'>

export interface Unsubscription {
  workspaceId: number
  userId: number
  category: Category
}

/** The unsubscribe link for a category. It never expires, because emails don't. */
export function unsubscribeLink(
  deps: Needs,
  { workspaceId, userId, category }: Unsubscription,
): string {
  return signedLink(deps, 'unsubscribe', [workspaceId, userId, category])
}

export function readUnsubscribeToken(
  deps: Pick<Deps, 'linkSecrets'>,
  token: string,
): Unsubscription | undefined {
  const [workspaceId, userId, category] = readSignedLink(deps, 'unsubscribe', token) ?? []
  if (typeof category !== 'string' || !Object.hasOwn(categories, category)) return undefined
  return {
    workspaceId: Number(workspaceId),
    userId: Number(userId),
    category: category as Category,
  }
}
