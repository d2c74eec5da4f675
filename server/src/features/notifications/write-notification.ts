import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { postToChat } from '../chat/post-to-chat.ts'
import { type NewEvent, publishAll } from '../events/publish.ts'
import { alertsChannel, type Channel } from './categories.ts'
import { jobsOf } from './delivery-jobs.ts'
import { insertDeliveries, type NewDelivery } from './delivery-queries.ts'
import { type ChatTarget, planDeliveries } from './plan-deliveries.ts'
import {
  type NotificationInput,
  type PreparedNotification,
  prepareNotifications,
} from './prepare-notification.ts'
import { chatActionOf, presentNotification } from './present-notification.ts'
import { insertNotifications } from './queries.ts'
import { askQuestion } from './questions/ask-question.ts'
import { joinThread } from './threads/choose-thread.ts'

type Needs = Pick<Deps, 'clock' | 'random' | 'queue' | 'config'>

/** For other features: notifies a member, in the transaction of the related change. */
export async function notifyMember(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  input: NotificationInput,
): Promise<void> {
  const [prepared] = await prepareNotifications(deps, tx, actor.workspaceId, [{ actor, input }])
  if (prepared) await writeNotifications(deps, tx, [{ actor, prepared }])
}

interface NotificationWrite {
  actor: Actor
  prepared: PreparedNotification
}

type Statuses = { channel: Channel; status: string }[]

/**
 * Writes notifications with their questions, receipts, frames and jobs atomically. Returns the
 * status by channel for each.
 */
export async function writeNotifications(
  deps: Needs,
  tx: Tx,
  all: readonly NotificationWrite[],
): Promise<Statuses[]> {
  if (all.length === 0) return []
  const planned: (NotificationWrite & { deliveries: NewDelivery[] })[] = []
  for (const { actor, prepared } of all) {
    const chatTargets = goes(prepared, 'chat') ? await postAlert(deps, tx, actor, prepared) : []
    const deliveries = planDeliveries(deps.random, prepared, chatTargets)
    planned.push({ actor, prepared, deliveries })
  }
  const rows = all.map(({ prepared }) => ({ ...prepared.row, in_app: goes(prepared, 'in_app') }))
  // Pipelined in this order, without awaiting each: PostgreSQL gets them in one batch.
  await Promise.all([
    insertNotifications(tx, rows),
    ...all.map(({ actor, prepared }) => join(tx, actor, prepared)),
    ...all.map(({ actor, prepared }) => ask(tx, actor, prepared)),
    insertDeliveries(
      tx,
      planned.flatMap(({ prepared, deliveries }) =>
        deliveries.map((delivery) => ({ ...delivery, ...belongsTo(prepared.row) })),
      ),
    ),
    publishAll(
      tx,
      all.flatMap(({ actor, prepared }) =>
        framesOf(deps, prepared).map((event) => ({ actor, event })),
      ),
    ),
    deps.queue.sendAll(
      tx,
      planned.flatMap(({ prepared: { row, recipient }, deliveries }) =>
        jobsOf(deps, row, deliveries, recipient.gathering_until),
      ),
    ),
  ])
  return planned.map(({ deliveries }) => statusByChannel(deliveries))
}

function belongsTo({
  id,
  workspace_id,
  user_id,
  category,
  created_at,
}: PreparedNotification['row']) {
  return { notification_id: id, workspace_id, user_id, category, created_at }
}

function goes({ decisions }: PreparedNotification, channel: Channel): boolean {
  return decisions.some((decision) => decision.channel === channel && decision.outcome !== 'skip')
}

async function join(tx: Tx, actor: Actor, { row }: PreparedNotification): Promise<void> {
  const { thread_id } = row
  if (thread_id !== null) await joinThread(tx, actor, { ...row, thread_id })
}

async function ask(tx: Tx, actor: Actor, { row, question }: PreparedNotification): Promise<void> {
  if (!question) return
  await askQuestion(tx, actor, {
    ...question,
    notification_id: row.id,
    thread_id: row.thread_id as string,
    user_id: row.user_id,
    created_at: row.created_at,
  })
}

/** The frame for open windows. It leaves out the long text; clients fetch it when they show it. */
function framesOf({ config }: Pick<Deps, 'config'>, prepared: PreparedNotification): NewEvent[] {
  const { row, decisions } = prepared
  const decision = decisions.find(({ channel }) => channel === 'websocket')
  if (decision?.outcome !== 'send') return askedIn(prepared)
  const { body: _body, ...card } = presentNotification(config, row)
  return [
    ...askedIn(prepared),
    {
      type: 'notification.created',
      object: { type: 'notification', id: row.id },
      data: card,
      at: row.created_at,
      userId: row.user_id,
    },
  ]
}

/** Reports a new question, for the doors through which people answer. */
function askedIn({ row, question }: PreparedNotification): NewEvent[] {
  if (!question) return []
  const userIds = question.quorumIds ?? [row.user_id]
  return [
    {
      type: 'question.asked',
      object: { type: 'question', id: question.id },
      data: { thread_id: row.thread_id, notification_id: row.id, user_ids: userIds },
      at: row.created_at,
      people: [...new Set([...userIds, row.user_id, row.sender.id])],
      isForMembers: question.answerable_by === 'anyone',
    },
  ]
}

async function postAlert(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  { row }: PreparedNotification,
): Promise<ChatTarget[]> {
  const action = chatActionOf(deps.config, row)
  const { webhooks } = await postToChat(deps, tx, actor, {
    channel: alertsChannel,
    notificationId: row.id,
    title: row.title,
    text: row.body ?? row.message,
    link: action.url,
    ctaLabel: action.label,
    extra: row.extra,
    author: row.sender.name,
  })
  return webhooks
}

/** The status for the sender; a channel with several targets is done when all of them are. */
function statusByChannel(deliveries: NewDelivery[]): Statuses {
  const statuses = new Map<Channel, string>()
  for (const { channel, status } of deliveries) {
    if (statuses.get(channel) !== 'queued') statuses.set(channel, status)
  }
  return [...statuses].map(([channel, status]) => ({ channel, status }))
}
