import { type MethodResult, parseAuthenticationResults } from './authentication-results.ts'
import type { InboundMail } from './inbound-mail.ts'

/** Whether the receiving server confirmed that a mail comes from the domain in its From. */
export type Proof = { by: 'dkim' | 'spf' | 'dmarc' } | { missing: string }

/**
 * Only the `Authentication-Results` of our own receiving server count, and only the topmost: senders
 * can write such headers too, but not above the server's.
 */
export function proofInHeaders(
  { headers, from }: Pick<InboundMail, 'headers' | 'from'>,
  authservId: string | undefined,
): Proof {
  if (authservId === undefined) return { missing: 'no trusted receiving server is configured' }
  const first = headers.find(({ key }) => key === 'authentication-results')
  if (!first) return { missing: 'there is no Authentication-Results header' }
  const found = parseAuthenticationResults(first.value)
  if (!found) return { missing: 'the Authentication-Results header is malformed' }
  if (found.server.toLowerCase() !== authservId.toLowerCase()) {
    return { missing: 'the Authentication-Results are of another server' }
  }
  return findProof(found.results, from)
}

function findProof(results: MethodResult[], from: string): Proof {
  const domain = readDomain(from)
  if (domain === '') return { missing: 'the sender has no domain' }
  for (const { method, result, properties } of results) {
    if (result !== 'pass') continue
    const dkim = properties['header.d']?.toLowerCase() ?? readDomain(properties['header.i'] ?? '')
    if (method === 'dmarc' && properties['header.from']?.toLowerCase() === domain)
      return { by: 'dmarc' }
    if (method === 'dkim' && isAligned(dkim, domain)) return { by: 'dkim' }
    const mailFrom = properties['smtp.mailfrom'] ?? ''
    const spf = mailFrom.includes('@') ? readDomain(mailFrom) : mailFrom.toLowerCase()
    if (method === 'spf' && isAligned(spf, domain)) return { by: 'spf' }
  }
  return { missing: 'neither DKIM nor SPF passed for the sender’s domain' }
}

/** SendGrid checks itself and sends the results as fields of its own, which no sender can write. */
export function proofOfSendgrid(
  fields: { dkim: string; spf: string; envelopeFrom: string },
  from: string,
): Proof {
  // {@example.com : pass, @other.net : fail}
  const signed = [...fields.dkim.matchAll(/@([\w.-]{1,253})\s*:\s*(\w+)/g)]
  return findProof(
    [
      ...signed.map(([, domain = '', result = '']) => ({
        method: 'dkim',
        result: result.toLowerCase(),
        properties: { 'header.d': domain.toLowerCase() },
      })),
      {
        method: 'spf',
        result: fields.spf.trim().toLowerCase(),
        properties: { 'smtp.mailfrom': fields.envelopeFrom.toLowerCase() },
      },
    ],
    from,
  )
}

/**
 * Postmark and Mailgun report in headers of their own. A sender can add the same header, so two of
 * them prove nothing.
 */
export function proofOfSingleHeader(
  { headers, from }: Pick<InboundMail, 'headers' | 'from'>,
  name: string,
  passes: (value: string) => boolean,
): Proof {
  const found = headers.filter(({ key }) => key === name)
  if (found.length !== 1)
    return { missing: `there are ${found.length} ${name} headers instead of one` }
  if (!passes(found[0]?.value ?? '')) return { missing: `${name} does not confirm the sender` }
  return readDomain(from) === '' ? { missing: 'the sender has no domain' } : { by: 'dkim' }
}

/**
 * Mailgun says that a signature passed, but not whose. So there must be exactly one, and it must be
 * of the sender's domain.
 */
export function proofOfMailgun(mail: Pick<InboundMail, 'headers' | 'from'>): Proof {
  const isPass = (value: string) => value.trim().toLowerCase() === 'pass'
  const proof = proofOfSingleHeader(mail, 'x-mailgun-dkim-check-result', isPass)
  if ('missing' in proof) return proof
  const signed = mail.headers.filter(({ key }) => key === 'dkim-signature')
  const signer = /(?:^|;)\s*d=([\w.-]{1,253})\s*(?:;|$)/.exec(signed[0]?.value ?? '')?.[1] ?? ''
  if (signed.length === 1 && isAligned(signer.toLowerCase(), readDomain(mail.from))) return proof
  return { missing: 'the DKIM signature is not of the sender’s domain' }
}

/** The same domain, or one below it. Never above: anyone may have a subdomain of a public suffix. */
export function isAligned(signer: string, domain: string): boolean {
  return (
    signer !== '' && (signer === domain || domain.endsWith(`.${signer}`)) && signer.includes('.')
  )
}

export function readDomain(address: string): string {
  return address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
}
