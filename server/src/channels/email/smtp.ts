import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { MailConfig } from '../../config.ts'
import { requireNoTransaction } from '../../platform/postgres/transaction-context.ts'
import { oneLine } from './clean-text.ts'
import type { Mail } from './compose-mail.ts'
import { oneAddress, oneMailbox } from './one-address.ts'
import { smtpFailure } from './smtp-failure.ts'

export interface Mailer {
  /** Throws `Undeliverable` if this email can never be delivered. Any other error is temporary. */
  send(mail: Mail): Promise<{ status: 'sent' | 'captured'; detail: string }>
  close(): Promise<void>
}

/** Sends through the operator's mail server. Without one, emails are stored instead of sent. */
export function openMailer(config: MailConfig, log: Logger): Mailer {
  const dkim = config.dkim && readDkim(config.dkim)
  const { smtpUrl } = config
  if (!smtpUrl) {
    const detail =
      'No mail server is configured (ATELIER_SMTP_URL), so the email was stored but not sent.'
    return {
      send: async () => {
        requireNoTransaction('mailer.send')
        return { status: 'captured', detail }
      },
      close: async () => {},
    }
  }
  let opening: Promise<Transporter> | undefined
  return {
    send: async (mail) => {
      requireNoTransaction('mailer.send')
      const outgoing = await asSent(mail)
      opening ??= openTransport(smtpUrl, dkim, log)
      const transport = await opening
      const { response = '' } = await transport.sendMail(outgoing).catch((error) => {
        throw smtpFailure(error)
      })
      return { status: 'sent', detail: oneLine(response, 500) }
    },
    close: async () => (await opening)?.close(),
  }
}

type Dkim = { domainName: string; keySelector: string; privateKey: string }

function readDkim({ domain, selector, keyFile }: NonNullable<MailConfig['dkim']>): Dkim {
  let privateKey: string
  let kind: string | undefined
  try {
    privateKey = readFileSync(keyFile, 'utf8')
    kind = createPrivateKey(privateKey).asymmetricKeyType
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message
    const text = `ATELIER_DKIM_KEY_FILE: cannot read a private key from ${keyFile} (${why})`
    throw new Error(text, { cause })
  }
  // With any other key, nodemailer would silently send emails unsigned.
  if (kind !== 'rsa')
    throw new Error(`ATELIER_DKIM_KEY_FILE: ${keyFile} is not an RSA key but ${kind}`)
  return { domainName: domain, keySelector: selector, privateKey }
}

/** RFC 8058 requires both List-Unsubscribe headers to be signed for one-click unsubscribe. */
const signedHeaders = [
  'From:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'In-Reply-To:References:List-Id:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted',
].join(':')

async function openTransport(
  url: string,
  dkim: Dkim | undefined,
  log: Logger,
): Promise<Transporter> {
  // Loaded on demand: most processes send no email at startup, and many never do.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    // The query may set any nodemailer option, such as requireTLS or tls.servername.
    url,
    pool: true,
    maxConnections: 4,
    // Our queue retries, so the pool does not need to.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    idleTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim: { ...dkim, headerFieldNames: signedHeaders } }),
  })
  // For errors on idle connections: an unhandled error event would end the process.
  return transport.on('error', (error) =>
    log.warn({ err: error }, 'lost the connection to the mail server'),
  )
}

/** The envelope is explicit, so no header decides who receives the email. */
async function asSent(mail: Mail): Promise<SendMailOptions> {
  const from = oneMailbox(mail.from)
  const to = { name: displayName(mail.to.name), address: oneAddress(mail.to.address) }
  return {
    envelope: { from: from.address, to: [to.address] },
    from: { ...from, name: displayName(from.name) },
    to,
    headers: { ...mail.headers, Subject: await subjectHeader(mail.subject) },
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}>`,
    ...(mail.replyTo && { replyTo: oneAddress(mail.replyTo) }),
    ...(mail.references && { references: mail.references, inReplyTo: mail.references }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Clients would decode a subject that looks encoded already, so it is encoded again. */
async function subjectHeader(subject: string) {
  const line = oneLine(subject, 300)
  if (!line.includes('=?')) return line
  const { encodeWord } = await import('nodemailer/lib/mime-funcs')
  return { prepared: true, foldLines: true, value: encodeWord(line, 'B', 52) }
}

/** Clients decode "=?utf-8?…" in a name even between quotes, and no real name contains it. */
function displayName(name: string): string {
  return oneLine(name, 100).replaceAll('=?', '= ?')
}
