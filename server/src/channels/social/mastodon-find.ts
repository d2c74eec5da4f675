import { Undeliverable } from '../channel.ts'
import { readText } from './ask-network.ts'
import { type AskMastodon, readIdentity, readSent } from './mastodon-calls.ts'
import type { Part, PublishedPart, SentState } from './network.ts'

/** Mastodon keeps an Idempotency-Key for one hour; this leaves a margin for clocks and queues. */
const keyMs = 50 * 60_000
/** The maximum clock difference between two servers. */
const clockMs = 2 * 60_000
const pageSize = 40
const maxPages = 5

type Status = Record<string, unknown>

/**
 * Finds out what happened to a status that was sent. Searches the account's own statuses back to
 * the time of sending. If doubt remains and the server still knows the key, the status may be sent
 * again: the server then returns the first one.
 */
export async function findStatus(
  askIt: AskMastodon,
  now: Date,
  part: Part,
  since: Date,
): Promise<SentState> {
  const isRemembered = now.getTime() - since.getTime() < keyMs
  try {
    const found = await lookThrough(askIt, part, since.getTime() - clockMs)
    return found === 'unknown' && isRemembered ? 'absent' : found
  } catch (error) {
    if (isRemembered) return 'absent'
    // A token with write permission does not always have read permission.
    if (error instanceof Undeliverable) return 'unknown'
    throw error
  }
}

async function lookThrough(askIt: AskMastodon, part: Part, from: number): Promise<SentState> {
  // Not every server lists direct statuses, and statuses without text cannot be told apart.
  if (part.options.visibility === 'direct' || part.text.trim() === '') return 'unknown'
  const { id } = await readIdentity(askIt, 'http://unused')
  const path = `/api/v1/accounts/${encodeURIComponent(id)}/statuses?limit=${pageSize}&exclude_reblogs=true`
  let before = ''
  for (let page = 0; page < maxPages; page++) {
    const { list } = await askIt(path + before)
    for (const status of list) {
      if (Date.parse(String(status.created_at)) < from) return 'absent'
      const found = await sameAs(askIt, part, status)
      if (found) return found
    }
    const last = readText(list.at(-1)?.id)
    if (!last) return 'absent'
    before = `&max_id=${encodeURIComponent(last)}`
  }
  return 'unknown'
}

async function sameAs(
  askIt: AskMastodon,
  part: Part,
  status: Status,
): Promise<PublishedPart | undefined> {
  const sent = readSent(status)
  const parent = part.replyTo?.parent.id ?? null
  if (!sent || part.others.includes(sent.id)) return undefined
  if ((status.in_reply_to_id ?? null) !== parent) return undefined
  const [shown, written] = [
    normalizeWords(plainText(String(status.content))),
    normalizeWords(part.text),
  ]
  if (shown === written) return sent
  if (shown.slice(0, 8) !== written.slice(0, 8)) return undefined
  // The rendered text may be altered beyond recognition; the server also keeps the source.
  const source = await askIt(`/api/v1/statuses/${encodeURIComponent(sent.id)}/source`)
  return normalizeWords(String(source.json.text)) === written ? sent : undefined
}

/** The original text of a status, as far as its markup shows it. */
function plainText(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return html
    .replaceAll(/<br\s*\/?>|<\/p>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&#(\d{1,7});/g, (_, code) => String.fromCodePoint(Math.min(code, 0x10ffff)))
    .replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name) => entities[name] as string)
}

/** Removes what servers change: whitespace, and the server in a mention. */
function normalizeWords(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/@([\w.-]+)@[\w.-]+/g, '@$1')
    .replaceAll(/\s+/g, '')
}
