import { TemporaryRejection } from '../post-to-service.ts'
import { type ask, type Question, readText } from './ask-network.ts'
import type { Identity, PublishedPart } from './network.ts'

export type AskMastodon = (
  path: string,
  rest?: Omit<Question, 'name' | 'url'>,
) => ReturnType<typeof ask>

/** The owner of the token. */
export async function readIdentity(askIt: AskMastodon, url: string): Promise<Identity> {
  const { json } = await askIt('/api/v1/accounts/verify_credentials')
  const id = readText(json.id)
  if (!id) throw new TemporaryRejection('Mastodon did not return the account of this token.')
  const username = readText(json.username) ?? id
  return {
    id,
    handle: `@${username}@${new URL(url).host}`,
    name: readText(json.display_name) ?? username,
    url: readText(json.url) ?? null,
  }
}

/** The id and URL of a status in the server's response. */
export function readSent({ id, url }: Record<string, unknown>): PublishedPart | undefined {
  const known = readText(id)
  return known === undefined ? undefined : { id: known, url: readText(url) ?? null }
}
