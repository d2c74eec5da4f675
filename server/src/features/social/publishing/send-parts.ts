import { TryLater, Undeliverable } from '../../../channels/channel.ts'
import type {
  Attachment,
  Media,
  Part,
  PublishedPart,
  SocialAccount,
} from '../../../channels/social/network.ts'
import type { SentPart, ShownRow } from '../posts/queries.ts'
import { readOptions } from './check-ready.ts'

/** It is unknown whether the part is published; a person has to check. */
export class OutcomeUnknown extends Undeliverable {}

export interface PartsToSend {
  post: ShownRow
  account: SocialAccount
  media: Media[]
  /** Network ids of the account's other posts. */
  others: readonly string[]
  clock: () => Date
  /**
   * Commits the known state before anything else happens; throws if another worker holds the post.
   */
  save(sent: SentPart[]): Promise<void>
}

/**
 * Sends a post and then its comments, each at most once. The intent to send is committed before
 * sending, and the result right after. For a part that was started but not finished, the network is
 * asked first. Returns the published parts.
 */
export async function sendParts(sending: PartsToSend): Promise<PublishedPart[]> {
  const { post, account, media, others, clock, save } = sending
  const sent: SentPart[] = structuredClone(post.sent)
  const texts = [post.message, ...post.comments]
  for (const [position, text] of texts.entries()) {
    const known = sent[position] ?? { attempted_at: null, sent: null }
    if (known.sent) continue
    const part = { ...buildPart(post, position, text, sent), others }
    const found = await whereItIs(account, part, known)
    if (found) {
      sent[position] = { ...known, sent: found }
      await save(sent)
      continue
    }
    const attachments = position === 0 ? await attach(account, media) : []
    const attempted_at = known.attempted_at ?? clock().toISOString()
    sent[position] = { ...known, attempted_at }
    await save(sent)
    try {
      sent[position] = { attempted_at, sent: await account.send({ ...part, attachments }) }
    } catch (error) {
      // A definite rejection: it is not published, and a retry does not need to ask.
      const isSure = error instanceof Undeliverable || error instanceof TryLater
      if (isSure) {
        sent[position] = known
        await save(sent)
      }
      throw error
    }
    await save(sent)
  }
  return sent.map((part) => part.sent as PublishedPart)
}

async function whereItIs(
  account: SocialAccount,
  part: Part,
  { attempted_at, absent }: SentPart,
): Promise<PublishedPart | undefined> {
  if (!attempted_at) return undefined
  const found = await account.find(part, new Date(attempted_at))
  if (found === 'absent' || (found === 'unknown' && absent)) return undefined
  if (found !== 'unknown') return found
  throw new OutcomeUnknown('The network can no longer tell whether it accepted the post.')
}

async function attach(account: SocialAccount, media: Media[]): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  for (const medium of media) attachments.push(await account.attach(medium))
  return attachments
}

function buildPart(
  post: ShownRow,
  position: number,
  text: string,
  sent: SentPart[],
): Omit<Part, 'others'> {
  const { id, group_id, tags, created_at, network, account_id, account_name } = post
  const [root, parent] = [sent[0]?.sent, sent[position - 1]?.sent]
  return {
    position,
    key: `atelier-${created_at.getTime()}-${id}-${position}`,
    postId: id,
    postCreatedAt: created_at,
    text,
    attachments: [],
    options: readOptions(post.additional, network),
    replyTo: root && parent ? { root, parent } : null,
    isRepeated: Boolean(sent[position]?.attempted_at),
    facts: { group_id, tags, account: { id: account_id, name: account_name } },
  }
}
