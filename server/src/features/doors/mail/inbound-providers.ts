import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { Deps } from '../../../deps.ts'
import { problem } from '../../../http/problem.ts'
import { type InboundMail, parseMime } from './inbound-mail.ts'
import { proveSender } from './prove-sender.ts'
import { type Proof, proofOfMailgun, proofOfSendgrid, proofOfSingleHeader } from './sender-proof.ts'

type Needs = Pick<Deps, 'config' | 'clock'>

interface InboundDelivery {
  mail: InboundMail
  proof: Proof
  /** The signature does not cover the mail, so each token counts once. */
  token?: string
}

export interface ProviderRequest {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Reads the request of a mail provider. Throws unless it proves to come from there. */
export const providers: Record<
  string,
  (deps: Needs, request: ProviderRequest) => Promise<InboundDelivery>
> = {
  generic: async (deps, { headers, body }) => {
    requireSecret(deps, headers)
    const mail = await requireMime(body)
    return { mail, proof: await proveSender(body, mail, deps.config.inboundMail.authservId) }
  },

  /** JSON. Postmark does not sign; its documentation recommends a password in the URL. */
  postmark: async (deps, { headers, body }) => {
    requireSecret(deps, headers)
    const sent = parseJson(body)
    const list = Array.isArray(sent.Headers) ? sent.Headers : []
    const mail: InboundMail = {
      messageId: String(findHeader(list, 'message-id') ?? sent.MessageID ?? ''),
      from: String((sent.FromFull as { Email?: string })?.Email ?? sent.From ?? ''),
      recipients: [String(sent.OriginalRecipient ?? ''), ...addresses(sent.ToFull)],
      headers: list.map(({ Name, Value }) => ({
        key: String(Name).toLowerCase(),
        value: String(Value),
      })),
      text: String(sent.TextBody ?? ''),
      html: String(sent.HtmlBody ?? ''),
    }
    // SpamAssassin's name for a valid signature of the author's own domain.
    const passes = (value: string) => /(^|,)\s*DKIM_VALID_AU\s*(,|$)/.test(value)
    return { mail, proof: proofOfSingleHeader(mail, 'x-spam-tests', passes) }
  },

  /** A form, signed with the timestamp and a token that is used once. */
  mailgun: async (deps, { headers, body }) => {
    const form = await readFields(headers, body)
    const token = requireMailgunSignature(deps, form)
    const raw = form.get('body-mime')
    const listed = parsePairs(form.get('message-headers'))
    const mail: InboundMail = raw
      ? await requireMime(raw, [form.get('recipient') ?? ''])
      : {
          messageId: form.get('Message-Id') ?? '',
          from: readAddress(form.get('from') ?? form.get('sender') ?? ''),
          recipients: [form.get('recipient') ?? ''],
          headers: listed.map(([key, value]) => ({ key: key.toLowerCase(), value })),
          text: form.get('body-plain') ?? '',
          html: form.get('body-html') ?? '',
        }
    return { mail, proof: proofOfMailgun(mail), token }
  },

  /** A form. Signed if the operator set up a security policy, otherwise with a password. */
  sendgrid: async (deps, request) => {
    requireSendgrid(deps, request)
    const form = await readFields(request.headers, request.body)
    const envelope = parseJson(form.get('envelope') ?? '{}') as { to?: string[]; from?: string }
    const raw = form.get('email')
    const recipients = Array.isArray(envelope.to) ? envelope.to.map(String) : []
    const mail: InboundMail = raw
      ? await requireMime(raw, recipients)
      : {
          messageId: /^message-id:\s*(\S+)/im.exec(form.get('headers') ?? '')?.[1] ?? '',
          from: readAddress(form.get('from') ?? ''),
          recipients,
          headers: headerLines(form.get('headers') ?? ''),
          text: form.get('text') ?? '',
          html: form.get('html') ?? '',
        }
    const checks = { dkim: form.get('dkim') ?? '', spf: form.get('SPF') ?? '' }
    const proof = proofOfSendgrid(
      { ...checks, envelopeFrom: String(envelope.from ?? '') },
      mail.from,
    )
    return { mail, proof }
  },
}

async function requireMime(raw: Buffer | string, envelopeTo?: string[]): Promise<InboundMail> {
  const mail = await parseMime(raw, envelopeTo)
  if (mail) return mail
  throw problem('callback_malformed', {
    detail: 'The email cannot be read: it is malformed or too complex.',
  })
}

/** HTTP Basic with any user, or a bearer token. */
function requireSecret({ config }: Needs, { authorization = '' }: IncomingHttpHeaders): void {
  const { secret } = config.inboundMail
  const [scheme = '', value = ''] = authorization.split(' ')
  const basic = Buffer.from(value, 'base64').toString().split(':').slice(1).join(':')
  const given = scheme.toLowerCase() === 'basic' ? basic : value
  if (secret === undefined || !isSame(secret, given)) {
    throw problem('callback_refused', { detail: 'The password of the inbound mail URL is wrong.' })
  }
}

const maxAgeSeconds = 300

/** Returns the token. */
function requireMailgunSignature(deps: Needs, form: Map<string, string>): string {
  const { mailgunKey } = deps.config.inboundMail
  const [timestamp = '', token = '', signature = ''] = ['timestamp', 'token', 'signature'].map(
    (name) => form.get(name) ?? '',
  )
  const refuse = (detail: string) => problem('callback_refused', { detail })
  if (mailgunKey === undefined) throw refuse('ATELIER_MAILGUN_SIGNING_KEY is not set.')
  const right = createHmac('sha256', mailgunKey)
    .update(timestamp + token)
    .digest('hex')
  if (!isSame(right, signature)) throw refuse('The signature is wrong.')
  if (!(Math.abs(deps.clock().getTime() / 1000 - Number(timestamp)) <= maxAgeSeconds)) {
    throw refuse('The timestamp is more than five minutes off.')
  }
  return token
}

function requireSendgrid(deps: Needs, { headers, body }: ProviderRequest): void {
  const { sendgridKey } = deps.config.inboundMail
  if (sendgridKey === undefined) {
    requireSecret(deps, headers)
    return
  }
  const signature = String(headers['x-twilio-email-event-webhook-signature'] ?? '')
  const timestamp = String(headers['x-twilio-email-event-webhook-timestamp'] ?? '')
  const key = createPublicKey({
    key: Buffer.from(sendgridKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  const isOld = !(Math.abs(deps.clock().getTime() / 1000 - Number(timestamp)) <= maxAgeSeconds)
  if (isOld || !verify('sha256', signed, key, Buffer.from(signature, 'base64'))) {
    throw problem('callback_refused', { detail: 'The signature is wrong or too old.' })
  }
}

function isSame(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function parseJson(body: Buffer | string): Record<string, unknown> {
  try {
    const value = JSON.parse(body.toString())
    if (value !== null && typeof value === 'object') return value
  } catch {}
  throw problem('callback_malformed', { detail: 'The body is not a JSON object.' })
}

/** Mailgun's list of headers: pairs of name and value. */
function parsePairs(text = '[]'): [string, string][] {
  const list = Object.values(parseJson(text))
  return list.flatMap((pair) => (Array.isArray(pair) ? [[String(pair[0]), String(pair[1])]] : []))
}

/** The text fields of a form of either encoding; files are skipped. */
async function readFields(
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<Map<string, string>> {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data/i.test(type)) {
    return new Map(new URLSearchParams(body.toString('utf8')))
  }
  const fields = new Map<string, string>()
  await new Promise<void>((resolve, reject) => {
    const parser = new Busboy({
      headers: { ...headers, 'content-type': type },
      limits: { fieldSize: 10 * 1024 ** 2, fields: 200, files: 50 },
    })
    parser.on('field', (name: string, value: string) => void fields.set(name, value))
    parser.on('file', (_name: string, file: Readable) => void file.resume())
    parser.on('finish', resolve)
    parser.on('error', () =>
      reject(problem('callback_malformed', { detail: 'The form is malformed.' })),
    )
    Readable.from([body]).pipe(parser)
  })
  return fields
}

function findHeader(list: { Name?: unknown; Value?: unknown }[], name: string): unknown {
  return list.find(({ Name }) => String(Name).toLowerCase() === name)?.Value
}

function addresses(list: unknown): string[] {
  return Array.isArray(list) ? list.map(({ Email }) => String(Email ?? '')) : []
}

/** "Mia Berg <mia@example.com>" or the bare address. */
function readAddress(text: string): string {
  return (/<([^<>\s]{3,320})>\s*$/.exec(text)?.[1] ?? text).trim()
}

function headerLines(text: string): InboundMail['headers'] {
  const unfolded = text.slice(0, 256 * 1024).replaceAll(/\r?\n[ \t]+/g, ' ')
  return unfolded.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(':')
    return at > 0
      ? [{ key: line.slice(0, at).toLowerCase(), value: line.slice(at + 1).trim() }]
      : []
  })
}
