import { Undeliverable } from '../channel.ts'
import { textOf } from './ask-network.ts'
import { type AskMastodon, identityOf, sentOf } from './mastodon-calls.ts'
import type { Found, Part, Sent } from './network.ts'

/** Mastodon remembers an Idempotency-Key for an hour; clocks and queues get some of it. */
const keyMs = 50 * 60_000
/** How far the clocks of two servers may be apart. */
const clockMs = 2 * 60_000
const pageSize = 40
const maxPages = 5

type Status = Record<string, unknown>

/**
 * What has become of a status that was sent. The account's own statuses are looked through, back to
 * the moment at which it was sent. Where that leaves a doubt and the server still remembers the key,
 * the status may be sent again: the answer is the first one.
 */
export async function findStatus(
  askIt: AskMastodon,
  now: Date,
  part: Part,
  since: Date,
): Promise<Found> {
  const isRemembered = now.getTime() - since.getTime() < keyMs
  try {
    const found = await lookThrough(askIt, part, since.getTime() - clockMs)
    return found === 'unknown' && isRemembered ? 'absent' : found
  } catch (error) {
    if (isRemembered) return 'absent'
    // A token that may write need not be allowed to read.
    if (error instanceof Undeliverable) return 'unknown'
    throw error
  }
}

async function lookThrough(askIt: AskMastodon, part: Part, from: number): Promise<Found> {
  // Not every server lists what is for one person only, and without words nothing can be told apart.
  if (part.options.visibility === 'direct' || part.text.trim() === '') return 'unknown'
  const { id } = await identityOf(askIt, 'http://unused')
  const path = `/api/v1/accounts/${encodeURIComponent(id)}/statuses?limit=${pageSize}&exclude_reblogs=true`
  let before = ''
  for (let page = 0; page < maxPages; page++) {
    const { list } = await askIt(path + before)
    for (const status of list) {
      if (Date.parse(String(status.created_at)) < from) return 'absent'
      const found = await sameAs(askIt, part, status)
      if (found) return found
    }
    const last = textOf(list.at(-1)?.id)
    if (!last) return 'absent'
    before = `&max_id=${encodeURIComponent(last)}`
  }
  return 'unknown'
}

async function sameAs(askIt: AskMastodon, part: Part, status: Status): Promise<Sent | undefined> {
  const sent = sentOf(status)
  const parent = part.replyTo?.parent.id ?? null
  if (!sent || part.others.includes(sent.id)) return undefined
  if ((status.in_reply_to_id ?? null) !== parent) return undefined
  const [shown, written] = [wordsOf(plainText(String(status.content))), wordsOf(part.text)]
  if (shown === written) return sent
  if (shown.slice(0, 8) !== written.slice(0, 8)) return undefined
  // What is shown may be dressed up beyond recognition; what was written is kept beside it.
  const source = await askIt(`/api/v1/statuses/${encodeURIComponent(sent.id)}/source`)
  return wordsOf(String(source.json.text)) === written ? sent : undefined
}

/** The text of a status as it was written, as far as its markup still tells. */
function plainText(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return html
    .replaceAll(/<br\s*\/?>|<\/p>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d{1,7});/g, (_, code) => String.fromCodePoint(Math.min(code, 0x10ffff)))
    .replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name) => entities[name] as string)
}

/** Without what servers change: spaces, and the server in a mention. */
function wordsOf(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/@([\w.-]+)@[\w.-]+/g, '@$1')
    .replaceAll(/\s+/g, '')
}
