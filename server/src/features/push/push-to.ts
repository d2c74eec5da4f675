import { type OutgoingMessage, Undeliverable } from '../../channels/channel.ts'
import type { PushPayload } from '../../channels/push/fit-payload.ts'
import { SubscriptionGone, sendPush, type Vapid } from '../../channels/push/send-push.ts'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { dropSubscription, noteUse, type SubscriptionRow, subscriptionById } from './queries.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'safeFetch' | 'pushKeys'>

const withdrawn = 'The browser has withdrawn its subscription'

/** Sends a notification to one browser. Throws Undeliverable, TryLater, or a temporary Error. */
export async function pushTo(
  deps: Needs,
  to: { workspaceId: number; subscriptionId: string; message: OutgoingMessage },
): Promise<void> {
  const { workspaceId, subscriptionId, message } = to
  const sql = deps.db.workspace(workspaceId)
  const subscription = await subscriptionById(sql, workspaceId, subscriptionId)
  if (!subscription) throw new Undeliverable(withdrawn)
  await pushPayload(deps, workspaceId, subscription, {
    title: message.title,
    message: message.message,
    url: message.action.url,
    notification_id: message.notificationId,
    category: message.category,
    thread_id: message.threadId,
  })
}

/** Deletes the subscription if the browser no longer has it. */
export async function pushPayload(
  deps: Needs,
  workspaceId: number,
  subscription: SubscriptionRow,
  payload: PushPayload,
): Promise<void> {
  const sql = deps.db.workspace(workspaceId)
  try {
    await sendPush(deps.safeFetch.webhooks, buildVapid(deps), subscription, payload)
  } catch (error) {
    if (!(error instanceof SubscriptionGone)) throw error
    await dropSubscription(sql, workspaceId, subscription)
    throw new Undeliverable(withdrawn, { cause: error })
  }
  await noteUse(sql, workspaceId, subscription.id, deps.clock())
}

function buildVapid({ config, pushKeys }: Pick<Deps, 'config' | 'pushKeys'>): Vapid {
  return { ...pushKeys, subject: chooseContact(config) }
}

/** The contact for push services in case of problems; they accept only https: and mailto:. */
function chooseContact({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>): string {
  if (publicUrl.startsWith('https:')) return new URL(publicUrl).origin
  return `mailto:${/<([^<>]+)>/.exec(mail.from)?.[1] ?? mail.from}`
}
