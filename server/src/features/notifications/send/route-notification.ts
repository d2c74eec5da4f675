import { type QuietHours, quietUntil } from '../../../lib/quiet-hours.ts'
import { unverifiedAddress } from '../../auth/mail-person.ts'
import {
  type Category,
  type Channel,
  categories,
  channels,
  digestCategories,
} from '../categories.ts'
import type { SwitchedOff } from '../queries.ts'

/** The user's preferences, and the channels that reach them. */
export interface Recipient {
  switchedOff: SwitchedOff
  quietHours: QuietHours | null
  digest: Digest | null
  timezone: string
  isEmailVerified: boolean
  threadMuted: boolean
  /** Browsers with push turned on. */
  browsers: number
}

export interface Digest {
  categories: Category[]
  /** The first `after` notifications within `minutes` come one by one, the rest in a digest. */
  after: number
  minutes: number
}

export interface Situation {
  now: Date
  mailServer: boolean
  /** How many of the category the user received within the minutes of their digest. */
  recently: number
}

export interface Decision {
  channel: Channel
  outcome: 'send' | 'hold' | 'gather' | 'skip'
  /** A sentence for the sender and the delivery log. */
  reason: string
  /** When a held or collected notification is sent. */
  until: Date | null
}

export const defaultReason = 'default channel of this category'

/** The channels of a notification and the reasons; the same for a dry run as for a real one. */
export function routeNotification(
  category: Category,
  recipient: Recipient,
  situation: Situation,
): Decision[] {
  return channels.map((channel) => decide(channel, category, recipient, situation))
}

function decide(
  channel: Channel,
  category: Category,
  recipient: Recipient,
  { now, mailServer, recently }: Situation,
): Decision {
  const skip = (reason: string) => ({ channel, outcome: 'skip', reason, until: null }) as const
  const send = (reason: string) => ({ channel, outcome: 'send', reason, until: null }) as const
  if (!usesChannel(channel, category))
    return skip(`${category} does not use the channel ${channel}`)
  if (channel === 'chat') return send('the channel belongs to the team')
  if (recipient.switchedOff[category]?.includes(channel)) return skip('the person switched it off')
  if (channel === 'email' && mailServer && !recipient.isEmailVerified)
    return skip(unverifiedAddress)
  if (channel === 'push' && recipient.browsers === 0) {
    return skip('the person has not turned on push in any browser')
  }
  if (channel === 'in_app') {
    return send(recipient.threadMuted ? 'quietly: the person muted the thread' : defaultReason)
  }
  if (recipient.threadMuted) return skip('the person muted the thread')
  if (isGathered(channel, category, recipient.digest, recently)) {
    const until = new Date(now.getTime() + (recipient.digest?.minutes ?? 0) * 60_000)
    return { channel, outcome: 'gather', reason: 'many at once: it is part of a digest', until }
  }
  if (isDisturbing(channel) && categories[category].mayWait && recipient.quietHours) {
    const until = quietUntil(now, recipient.quietHours, recipient.timezone)
    if (until) return { channel, outcome: 'hold', reason: 'quiet hours', until }
  }
  if (channel === 'email' && !mailServer)
    return send('no mail server is configured: the email is only stored')
  return send(defaultReason)
}

/** Push follows in-app. */
function usesChannel(channel: Channel, category: Category): boolean {
  const used: readonly Channel[] = categories[category].channels
  return used.includes(channel === 'push' ? 'in_app' : channel)
}

/** Channels that alert the user outside of the console. */
function isDisturbing(channel: Channel): boolean {
  return channel === 'email' || channel === 'push'
}

/** Progress only goes to open windows, so its frames are collected; for nudges, email and push. */
function isGathered(
  channel: Channel,
  category: Category,
  digest: Digest | null,
  recently: number,
): boolean {
  if (!digest || recently < digest.after || !digest.categories.includes(category)) return false
  if (!(digestCategories as readonly Category[]).includes(category)) return false
  return category === 'agentProgress' ? channel === 'websocket' : isDisturbing(channel)
}
