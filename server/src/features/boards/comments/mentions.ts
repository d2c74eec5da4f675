import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { cutAtWord } from '../../../lib/cut-text.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { notifyMember } from '../../notifications/send/send-notifications.ts'
import { describeMention, readersAmong, type Subject } from './subject.ts'

export const maxMentions = 50
const mention = /@\[([^\]\n]{1,200})\]\(user:(\d{1,10})\)/g

/** The members that a text mentions, by id: `@[Mia Wong](user:12)`. */
export function findMentions(text: string): number[] {
  const ids = [...text.matchAll(mention)].map(([, , id]) => Number(id))
  return [...new Set(ids)].filter((id) => id > 0 && id < 2 ** 31).slice(0, maxMentions)
}

/** The text as people read it: `@Mia Wong`. */
export function readable(text: string): string {
  return text.replaceAll(mention, '@$1')
}

/** The mentioned members who may read the text: those who see the record. */
export async function chooseMentions(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  text: string,
): Promise<number[]> {
  const wanted = findMentions(text)
  const known = await readersAmong(tx, actor.workspaceId, subject, wanted)
  return wanted.filter((id) => known.has(id))
}

/** Notifies the mentioned people, except the author. */
export async function notifyMentioned(
  deps: Pick<Deps, 'clock' | 'random' | 'queue' | 'config'>,
  tx: Tx,
  actor: Actor,
  subject: Subject,
  { comment, id, mentions }: { comment: string; id: number; mentions: number[] },
): Promise<void> {
  const { name, link, ctaLabel, extra } = describeMention(subject)
  for (const userId of mentions) {
    if (userId === actor.userId) continue
    await notifyMember(deps, tx, actor, {
      userId,
      category: 'mention',
      title: `${cutAtWord(actor.name || 'Someone', 100)} mentioned you in ${cutAtWord(name, 200)}`,
      message: cutAtWord(readable(comment), 1000),
      link,
      ctaLabel,
      extra: { event_type: 'comment_mention', ...extra, comment_id: id },
    })
  }
}
