import type { Deps } from '../../deps.ts'
import { readToken, signToken } from '../../lib/signed-token.ts'
import { type Category, categories } from './categories.ts'

type Needs = Pick<Deps, 'config' | 'linkSecrets'>

const unsubscribing = 'unsubscribe'

export interface Unsubscription {
  workspaceId: number
  userId: number
  category: Category
}

/** The link in every mail that stops mails of its kind. It is for ever, as mails are. */
export function unsubscribeLink(
  { config, linkSecrets }: Needs,
  { workspaceId, userId, category }: Unsubscription,
): string {
  const token = signToken(linkSecrets[0] as string, unsubscribing, [workspaceId, userId, category])
  return `${config.publicUrl}/unsubscribe/${token}`
}

export function readUnsubscribeToken(
  { linkSecrets }: Pick<Deps, 'linkSecrets'>,
  token: string,
): Unsubscription | undefined {
  const [workspaceId, userId, category] = readToken(linkSecrets, unsubscribing, token) ?? []
  if (typeof category !== 'string' || !Object.hasOwn(categories, category)) return undefined
  return {
    workspaceId: Number(workspaceId),
    userId: Number(userId),
    category: category as Category,
  }
}
