import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { postToChat } from '../chat/post-to-chat.ts'
import { publish } from '../events/publish.ts'
import { alertsChannel, type Channel } from './categories.ts'
import { sendJobs } from './delivery-jobs.ts'
import { insertDeliveries, type NewDelivery } from './delivery-queries.ts'
import { type ChatTarget, planDeliveries } from './plan-deliveries.ts'
import {
  type NotificationInput,
  type Prepared,
  prepareNotification,
} from './prepare-notification.ts'
import { chatActionOf, presentNotification } from './present-notification.ts'
import { insertNotification } from './queries.ts'
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
  const prepared = await prepareNotification(deps, tx, actor, input)
  if (prepared) await writeNotification(deps, tx, actor, prepared)
}

/** Writes the notification, its question, receipts, frame and jobs atomically. */
export async function writeNotification(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  prepared: Prepared,
): Promise<{ channel: Channel; status: string }[]> {
  const { row, recipient } = prepared
  const chatTargets = goes(prepared, 'chat') ? await postAlert(deps, tx, actor, prepared) : []
  const deliveries = planDeliveries(deps.random, prepared, chatTargets)
  const of = {
    workspaceId: row.workspace_id,
    notificationId: row.id,
    userId: row.user_id,
    category: row.category,
    now: row.created_at,
  }
  // Pipelined in this order, without awaiting each: PostgreSQL gets them in one batch.
  await Promise.all([
    insertNotification(tx, { ...row, in_app: goes(prepared, 'in_app') }),
    join(tx, actor, prepared),
    ask(tx, actor, prepared),
    insertDeliveries(tx, of, deliveries),
    pushToWindows(deps, tx, actor, prepared),
    sendJobs(deps, tx, of, deliveries, recipient.gathering_until),
  ])
  return statusByChannel(deliveries)
}

function goes({ decisions }: Prepared, channel: Channel): boolean {
  return decisions.some((decision) => decision.channel === channel && decision.outcome !== 'skip')
}

async function join(tx: Tx, actor: Actor, { row }: Prepared): Promise<void> {
  const { thread_id } = row
  if (thread_id !== null) await joinThread(tx, actor, { ...row, thread_id })
}

async function ask(tx: Tx, actor: Actor, { row, question }: Prepared): Promise<void> {
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
async function pushToWindows(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  actor: Actor,
  { row, decisions }: Prepared,
): Promise<void> {
  const decision = decisions.find(({ channel }) => channel === 'websocket')
  if (decision?.outcome !== 'send') return
  const { body: _body, ...card } = presentNotification(config, row)
  await publish(tx, actor, {
    type: 'notification.created',
    object: { type: 'notification', id: row.id },
    data: card,
    at: row.created_at,
    userId: row.user_id,
  })
}

async function postAlert(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  { row }: Prepared,
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
function statusByChannel(deliveries: NewDelivery[]): { channel: Channel; status: string }[] {
  const statuses = new Map<Channel, string>()
  for (const { channel, status } of deliveries) {
    if (statuses.get(channel) !== 'queued') statuses.set(channel, status)
  }
  return [...statuses].map(([channel, status]) => ({ channel, status }))
}
