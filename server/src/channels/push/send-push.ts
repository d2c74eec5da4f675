import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { TryLater, Undeliverable } from '../channel.ts'
import {
  type Answer,
  describeAnswer,
  postToService,
  TemporaryRejection,
  waitSeconds,
} from '../post-to-service.ts'
import { fitPayload, type PushPayload } from './fit-payload.ts'
import type { PushKeys } from './push-keys.ts'

export interface Vapid extends PushKeys {
  /** The operator's contact for push services: an https: or mailto: URL. */
  subject: string
}

/** A browser's push subscription. */
export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** The browser cancelled its subscription, or the subscription expired. */
export class SubscriptionGone extends Undeliverable {}

/** A closed browser does not need yesterday's news. */
const ttlSeconds = 24 * 3600

/** Categories that cannot wait until a phone wakes up by itself. */
const urgent = ['agentNeedsInput', 'agentError']

/** Statuses of a permanent rejection. */
const refusals = [400, 401, 403, 413]

/** Sends to one browser. Throws SubscriptionGone, Undeliverable, TryLater, or an Error. */
export async function sendPush(
  safeFetch: SafeFetch,
  vapid: Vapid,
  subscription: PushSubscription,
  payload: PushPayload,
): Promise<void> {
  const { headers, body } = await encrypted(vapid, subscription, payload)
  const answer = await postToService(safeFetch, subscription.endpoint, { headers, body })
  if (answer.status < 200 || answer.status > 299) throw refusal(subscription.endpoint, answer)
}

async function encrypted(
  vapidDetails: Vapid,
  { endpoint, p256dh, auth }: PushSubscription,
  payload: PushPayload,
) {
  // Loaded on demand, because few people turn on push.
  const { default: webPush } = await import('web-push')
  const subscription = { endpoint, keys: { p256dh, auth } }
  const { headers, body } = webPush.generateRequestDetails(subscription, fitPayload(payload), {
    vapidDetails,
    TTL: ttlSeconds,
    urgency: urgent.includes(payload.category) ? 'high' : 'normal',
    // A repeated message replaces the first one if the push service still holds it.
    topic: payload.notification_id.replaceAll('-', ''),
  })
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { headers: Object.fromEntries(texts) as Record<string, string>, body: body as Uint8Array }
}

function refusal(endpoint: string, answer: Answer): Error {
  const { status } = answer
  if (status === 404 || status === 410) {
    return new SubscriptionGone('The browser has withdrawn its subscription')
  }
  if (status === 429) {
    const seconds = waitSeconds(answer)
    return new TryLater(`The push service asked us to wait ${seconds} seconds.`, seconds)
  }
  const said = describeAnswer(answer, endpoint)
  const message = `The push service answered ${status}${said ? `: ${said}` : '.'}`
  return refusals.includes(status) ? new Undeliverable(message) : new TemporaryRejection(message)
}
