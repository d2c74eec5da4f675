import type { Deps } from '../../../deps.ts'
import { type Actor, serviceActor } from '../../../http/permissions.ts'
import { cutAtWord } from '../../../lib/cut-text.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { postToChat } from '../../chat/post-to-chat.ts'
import { type NewEvent, publishAll } from '../../events/publish.ts'
import { alertsChannel, type Channel } from '../categories.ts'
import {
  type ChatTarget,
  type NewDelivery,
  planDeliveries,
  planJobs,
} from '../deliver/plan-deliveries.ts'
import { buildChatAction, presentNotification } from '../present-notification.ts'
import { findNotification } from '../queries.ts'
import { joinThread } from '../threads/choose-thread.ts'
import {
  type Draft,
  type NotificationInput,
  type PreparedNotification,
  prepareNotifications,
} from './prepare-notification.ts'
import { insertDeliveries, insertNotifications } from './queries.ts'

type Needs = Pick<Deps, 'clock' | 'random' | 'queue' | 'config'>

export interface SentNotification extends PreparedNotification {
  /** By channel; one with several targets is done when all of them are. */
  deliveries: { channel: Channel; status: string }[]
}

/** For other features: notifies a member, in the transaction of the related change. */
export async function notifyMember(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  input: NotificationInput,
): Promise<void> {
  await sendNotifications(deps, tx, actor.workspaceId, [{ actor, input }])
}

/** Sends a notification with a question to further people, or again to the same. */
export async function sendCopies(
  deps: Needs,
  tx: Tx,
  { workspaceId, id }: { workspaceId: number; id: string },
  userIds: readonly number[],
  /** Put before the title, such as "Reminder", and before the texts. */
  { prefix, intro }: { prefix?: string; intro?: string } = {},
): Promise<void> {
  const first = await findNotification(tx, workspaceId, id)
  if (!first) return
  const { title, message, body, sender } = first
  const actor: Actor = { ...serviceActor(workspaceId, sender.id), kind: 'agent' }
  const input = {
    category: first.category,
    title: prefix ? cutAtWord(`${prefix}: ${title}`, 250) : title,
    message: intro ? cutAtWord(`${intro}\n\n${message}`, 1000) : message,
    body: (intro && body ? `${intro}\n\n${body}` : body) ?? undefined,
    link: first.link ?? undefined,
    ctaLabel: first.cta_label ?? undefined,
    threadId: first.thread_id ?? undefined,
    extra: first.extra,
    senderName: sender.name,
    copyOf: first,
  }
  const drafts = userIds.map((userId) => ({ actor, input: { ...input, userId } }))
  await sendNotifications(deps, tx, workspaceId, drafts)
}

/**
 * Writes notifications with their questions, receipts, frames and jobs atomically, all in one
 * workspace. Undefined for each whose user is not an active member.
 */
export async function sendNotifications(
  deps: Needs,
  tx: Tx,
  workspaceId: number,
  drafts: readonly Draft[],
): Promise<(SentNotification | undefined)[]> {
  const prepared = await prepareNotifications(deps, tx, workspaceId, drafts)
  const planned: Planned[] = []
  for (const one of prepared) if (one) planned.push(await plan(deps, tx, one))
  if (planned.length === 0) return prepared.map(() => undefined)
  // Pipelined in this order, without awaiting each: PostgreSQL gets them in one batch.
  await Promise.all([
    insertNotifications(
      tx,
      planned.map((one) => ({ ...one.row, in_app: isSentOn(one, 'in_app') })),
    ),
    ...planned.map(({ actor, row }) => joinThread(tx, actor, row)),
    ...planned.map(({ input, row }) => input.question?.store(deps, tx, row)),
    insertDeliveries(
      tx,
      planned.flatMap(({ deliveries }) => deliveries),
    ),
    publishAll(
      tx,
      planned.flatMap((one) => buildFrame(deps, one)),
    ),
    deps.queue.sendAll(
      tx,
      planned.flatMap(({ deliveries, recipient }) =>
        planJobs(deps, deliveries, recipient.gathering_until),
      ),
    ),
  ])
  const sent = planned.map((one) => ({ ...one, deliveries: summarize(one.deliveries) })).values()
  return prepared.map((one) => one && sent.next().value)
}

interface Planned extends PreparedNotification {
  deliveries: NewDelivery[]
}

async function plan(deps: Needs, tx: Tx, prepared: PreparedNotification): Promise<Planned> {
  const chatTargets = isSentOn(prepared, 'chat') ? await postAlert(deps, tx, prepared) : []
  return { ...prepared, deliveries: planDeliveries(deps.random, prepared, chatTargets) }
}

function isSentOn({ decisions }: PreparedNotification, channel: Channel): boolean {
  return decisions.some((decision) => decision.channel === channel && decision.outcome !== 'skip')
}

/** The frame for open windows. It leaves out the long text; clients fetch it when they show it. */
function buildFrame(
  { config }: Pick<Deps, 'config'>,
  { actor, row, decisions }: PreparedNotification,
): { actor: Actor; event: NewEvent }[] {
  const decision = decisions.find(({ channel }) => channel === 'websocket')
  if (decision?.outcome !== 'send') return []
  const { body: _body, ...data } = presentNotification(config, row)
  const event: NewEvent = {
    type: 'notification.created',
    object: { type: 'notification', id: row.id },
    data,
    at: row.created_at,
    userId: row.user_id,
  }
  return [{ actor, event }]
}

async function postAlert(
  deps: Needs,
  tx: Tx,
  { actor, row }: PreparedNotification,
): Promise<ChatTarget[]> {
  const action = buildChatAction(deps.config, row)
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
function summarize(deliveries: NewDelivery[]): SentNotification['deliveries'] {
  const statuses = new Map<Channel, string>()
  for (const { channel, status } of deliveries) {
    if (statuses.get(channel) !== 'queued') statuses.set(channel, status)
  }
  return [...statuses].map(([channel, status]) => ({ channel, status }))
}
