import { createHash } from 'node:crypto'

export interface HeaderFacts {
  category: string
  notificationIds: string[]
  workspaceId: number
  oneClickUnsubscribe: string
  publicUrl: string
  repeated: boolean
}

/**
 * The additional headers. Every value is printable ASCII without line breaks by construction, so no
 * field of a message can inject another header.
 */
export function mailHeaders(facts: HeaderFacts): Record<string, string> {
  const category = token(facts.category, 60) || 'other'
  const unsubscribe = headerUrl(facts.oneClickUnsubscribe)
  return {
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    'List-Id': `<${category.toLowerCase()}.${Math.trunc(facts.workspaceId)}.${readHost(facts.publicUrl)}>`,
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
    'X-Atelier-Category': category,
    'X-Atelier-Notification': facts.notificationIds
      .slice(0, 20)
      .map((id) => token(id, 60) || 'unknown')
      .join(' '),
    ...(facts.repeated && { 'X-Atelier-Repeat': 'possible' }),
  }
}

/**
 * An id in the form that Message-ID and References need, without brackets. An invalid id is
 * replaced by its hash, which groups a thread just as well. Agents choose thread ids, so any text
 * can occur.
 */
export function headerId(id: string, publicUrl: string): string {
  const [left = '', right = readHost(publicUrl), ...rest] = id.split('@')
  const fits = rest.length === 0 && id.length <= 200 && isDotAtom(left) && isDotAtom(right)
  if (fits) return `${left}@${right}`
  return `${createHash('sha256').update(id).digest('hex')}@${readHost(publicUrl)}`
}

function isDotAtom(text: string): boolean {
  return /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(text)
}

function token(text: string, maxCharacters: number): string {
  return text.replace(/[^\w.-]+/g, '-').slice(0, maxCharacters)
}

/** A line of an email holds at most 998 characters, and a URL in a header cannot be folded. */
function headerUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  const fits = /^https?:$/.test(protocol) && href.length <= 900 && /^[\x21-\x7e]+$/.test(href)
  return fits ? href.replaceAll('<', '%3C').replaceAll('>', '%3E') : undefined
}

function readHost(publicUrl: string): string {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : ''
  return isDotAtom(host) ? host : 'localhost'
}
