import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { checkNotification, notAMember } from './check-notification.ts'
import {
  type Draft,
  type NotificationInput,
  type Prepared,
  prepareNotifications,
} from './prepare-notification.ts'
import { checkQuestion } from './questions/ask-question.ts'
import type { NotifyBody, NotifyReply } from './schemas.ts'
import { chooseThread } from './threads/choose-thread.ts'
import { writeNotifications } from './write-notification.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config'>

/** Notifies a user. Responds when everything is durable; jobs do the external deliveries. */
export async function notify(deps: Needs, actor: Actor, body: NotifyBody): Promise<NotifyReply> {
  const input = inputFromAgent(deps, actor, body)
  const { threadId: wanted } = body
  // A thread is locked until the commit, so its notifications don't share one with others.
  if (wanted === undefined) {
    return deps.db.group(actor.workspaceId, sendTogether, { deps, actor, input })
  }
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const threadId = await chooseThread(tx, actor, wanted)
    const [reply] = await sendTogether(tx, [{ deps, actor, input: { ...input, threadId } }])
    if (reply instanceof Error) throw reply
    return reply as NotifyReply
  })
}

/** Sends the notifications of one workspace. */
async function sendTogether(
  tx: Tx,
  drafts: (Draft & { deps: Needs })[],
): Promise<(NotifyReply | Error)[]> {
  const [{ deps, actor }] = drafts as [Draft & { deps: Needs }]
  const prepared = await prepareNotifications(deps, tx, actor.workspaceId, drafts)
  const sending = drafts.flatMap((draft, place) => {
    const one = prepared[place]
    return one ? [{ actor: draft.actor, prepared: one }] : []
  })
  const statuses = (await writeNotifications(deps, tx, sending)).values()
  return drafts.map(({ input }, place) => {
    const one = prepared[place]
    return one ? replyOf(one, statuses.next().value ?? []) : notAMember(String(input.userId))
  })
}

function replyOf({ row, decisions }: Prepared, deliveries: NotifyReply['deliveries']): NotifyReply {
  return {
    status: 'sent',
    notification_id: row.id,
    thread_id: row.thread_id,
    ...(row.question && { question_id: row.question.id }),
    deliveries,
    skipped: decisions
      .filter(({ outcome }) => outcome === 'skip')
      .map(({ channel, reason }) => ({ channel, reason })),
  }
}

/** Everything up to the first write, which is also the whole dry run. */
export async function prepareFromAgent(
  deps: Pick<Deps, 'clock' | 'random' | 'config'>,
  tx: Tx,
  actor: Actor,
  body: NotifyBody,
): Promise<Prepared> {
  const input = inputFromAgent(deps, actor, body)
  if (body.threadId !== undefined) input.threadId = await chooseThread(tx, actor, body.threadId)
  const [prepared] = await prepareNotifications(deps, tx, actor.workspaceId, [{ actor, input }])
  if (!prepared) throw notAMember(body.userId)
  return prepared
}

function inputFromAgent(
  { clock }: Pick<Deps, 'clock'>,
  actor: Actor,
  body: NotifyBody,
): NotificationInput {
  requirePermission(actor, 'notifications:send')
  return {
    userId: checkNotification(actor, body),
    category: body.category,
    title: body.title,
    message: body.message,
    body: body.body,
    link: body.link,
    ctaLabel: body.ctaLabel,
    extra: body._extra ?? {},
    senderName: body._extra?.agent,
    question: body.question && checkQuestion(body.question, clock()),
  }
}
