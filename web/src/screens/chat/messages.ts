import type { Message, MessageList } from '@atelier/sdk'

/** The loaded messages of a channel, oldest first, without gaps up to now. */
export interface LoadedMessages {
  messages: Message[]
  /** The cursor for older messages; null at the beginning of the channel. */
  before: string | null
}

/** Merges the newest page. Messages never change, so the older ones stay as they are. */
export function withNewest(known: LoadedMessages | undefined, page: MessageList): LoadedMessages {
  const newest = page.results.toReversed()
  const read: LoadedMessages = { messages: newest, before: page.next_before }
  const first = newest[0]
  if (!known || !first) return read
  const at = known.messages.findIndex(({ id }) => id === first.id)
  // More new messages than fit a page leave a gap, so the older ones are dropped.
  if (at < 0) return read
  return { messages: [...known.messages.slice(0, at), ...newest], before: known.before }
}

export function withOlder(known: LoadedMessages | undefined, page: MessageList): LoadedMessages {
  return {
    messages: [...page.results.toReversed(), ...(known?.messages ?? [])],
    before: page.next_before,
  }
}

export interface Day {
  name: string
  messages: { message: Message; isContinued: boolean }[]
}

const dayName = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' })
const dayOfYear = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
const together = 5 * 60_000

/** Groups messages by day. Messages by one author within minutes share one name. */
export function groupByDay(messages: readonly Message[], now = new Date()): Day[] {
  const days: Day[] = []
  let last: Message | undefined
  for (const message of messages) {
    const name = nameDay(new Date(message.created_at), now)
    if (days.at(-1)?.name !== name) {
      days.push({ name, messages: [] })
      last = undefined
    }
    const isContinued =
      last?.author.name === message.author.name &&
      last.author.kind === message.author.kind &&
      message.title === null &&
      Date.parse(message.created_at) - Date.parse(last.created_at) < together
    days.at(-1)?.messages.push({ message, isContinued })
    last = message
  }
  return days
}

function nameDay(date: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (date.toDateString() === now.toDateString()) return 'Today'
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return (date.getFullYear() === now.getFullYear() ? dayName : dayOfYear).format(date)
}
