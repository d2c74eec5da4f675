import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { checkNotification, notAMember } from './check-notification.ts'
import {
  type Draft,
  type NotificationInput,
  type PreparedNotification,
  prepareNotifications,
} from './prepare-notification.ts'
import { askFurther } from './questions/ask-further.ts'
import { checkQuestion } from './questions/ask-question.ts'
import { completeQuestion, type SubjectHashes } from './questions/complete-question.ts'
import type { NotifyBody, NotifyReply } from './schemas.ts'
import { chooseThread } from './threads/choose-thread.ts'
import { withoutTitle } from './without-title.ts'
import { writeNotifications } from './write-notification.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config'>

/** Notifies a user. Responds when everything is durable; jobs do the external deliveries. */
export async function notify(
  deps: Needs,
  actor: Actor,
  body: NotifyBody,
  hashes: SubjectHashes = {},
): Promise<NotifyReply> {
  const { input, adjusted } = inputFromAgent(deps, actor, body)
  if (input.question && body.question) {
    input.question = await completeQuestion(deps, actor, body.question, input.question, hashes)
  }
  return { ...(await send(deps, actor, input, body.threadId)), ...adjusted }
}

async function send(
  deps: Needs,
  actor: Actor,
  input: NotificationInput,
  wantedThread: string | undefined,
): Promise<NotifyReply> {
  // A thread is locked until the commit, so its notifications don't share one with others.
  if (wantedThread === undefined) {
    return deps.db.group(actor.workspaceId, sendTogether, { deps, actor, input })
  }
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const threadId = await chooseThread(tx, actor, wantedThread)
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
  for (const { prepared: one } of sending) await askQuorum(deps, tx, one)
  return drafts.map(({ input }, place) => {
    const one = prepared[place]
    return one ? replyOf(one, statuses.next().value ?? []) : notAMember(String(input.userId))
  })
}

/** The first notification went to one person; the others of a quorum get their own. */
async function askQuorum(
  deps: Needs,
  tx: Tx,
  { row, question }: PreparedNotification,
): Promise<void> {
  const others = question?.quorumIds?.filter((id) => id !== row.user_id) ?? []
  if (question && others.length > 0) {
    await askFurther(deps, tx, { id: question.id, workspace_id: row.workspace_id }, others)
  }
}

function replyOf(
  { row, decisions }: PreparedNotification,
  deliveries: NotifyReply['deliveries'],
): NotifyReply {
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
): Promise<PreparedNotification & { adjusted: Adjustments }> {
  const { input, adjusted } = inputFromAgent(deps, actor, body)
  if (body.threadId !== undefined) input.threadId = await chooseThread(tx, actor, body.threadId)
  const [prepared] = await prepareNotifications(deps, tx, actor.workspaceId, [{ actor, input }])
  if (!prepared) throw notAMember(String(body.userId))
  return { ...prepared, adjusted }
}

type Adjustments = Pick<NotifyReply, 'adjusted'>

function inputFromAgent(
  { clock }: Pick<Deps, 'clock'>,
  actor: Actor,
  body: NotifyBody,
): { input: NotificationInput; adjusted: Adjustments } {
  requirePermission(actor, 'notifications:send')
  const userId = checkNotification(actor, body)
  const { adjusted, message, ...texts } = withoutTitle(body)
  const input = {
    userId,
    category: body.category,
    title: body.title,
    message,
    body: texts.body,
    link: body.link,
    ctaLabel: body.ctaLabel,
    extra: body._extra ?? {},
    senderName: body._extra?.agent,
    question: body.question && checkQuestion(body.question, clock()),
  }
  return { input, adjusted: adjusted.length > 0 ? { adjusted } : {} }
}
