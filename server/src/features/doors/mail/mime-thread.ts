import PostalMime from 'postal-mime'
import type { InboundMail } from './inbound-mail.ts'

export interface MimeRequest {
  raw: Uint8Array
  envelopeTo: string[]
}

const maxRecipients = 50

export async function work({ raw, envelopeTo }: MimeRequest): Promise<InboundMail | undefined> {
  const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 }
  const mail = await PostalMime.parse(raw, limits).catch(() => undefined)
  if (!mail) return undefined
  const named = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(({ address }) => address ?? [])
  const headers = mail.headers.map(({ key, value }) => ({ key: key.toLowerCase(), value }))
  const delivered = headers
    .filter(({ key }) => key === 'delivered-to' || key === 'x-original-to')
    .map(({ value }) => value)
  return {
    messageId: mail.messageId ?? '',
    from: (mail.from?.address ?? '').trim(),
    recipients: [...envelopeTo, ...named, ...delivered].slice(0, maxRecipients),
    headers,
    text: mail.text ?? '',
    html: mail.html ?? '',
  }
}
