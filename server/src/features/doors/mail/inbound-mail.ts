/** A received email, whatever way it came. */
export interface InboundMail {
  messageId: string
  from: string
  /** The envelope's recipients and those of the headers. */
  recipients: string[]
  /** From the top: servers add theirs before those of the sender. */
  headers: { key: string; value: string }[]
  text: string
  html: string
}

const maxRecipients = 50

/** Reads a message in MIME. */
export async function parseMime(
  raw: Buffer | string,
  envelopeTo: string[] = [],
): Promise<InboundMail> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 })
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

/** Out-of-office notes and bounces answer nothing. */
export function isAutomatic({ headers }: InboundMail): boolean {
  return headers.some(({ key, value }) => {
    const text = value.trim().toLowerCase()
    if (key === 'auto-submitted') return text !== 'no'
    if (key === 'precedence') return ['bulk', 'junk', 'auto_reply'].includes(text)
    return key === 'x-autoreply' || key === 'x-autorespond'
  })
}
