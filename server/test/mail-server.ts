import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { afterAll } from 'vitest'

interface ReceivedMail {
  raw: Buffer
  /** The recipients of the envelope, regardless of the headers. */
  recipients: string[]
  sender: string
  parsed: Email
}

export interface MailServer {
  port: number
  url: string
  mails: ReceivedMail[]
  close(): Promise<void>
}

/** A reply of an SMTP server, with which its hooks reject something. */
export function smtpReply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

/** A real SMTP server that keeps the emails it receives. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let isClosing = false
  const keep = async (stream: Readable, { envelope }: SMTPServerSession) => {
    const raw = Buffer.concat(await stream.toArray())
    const parsed = await PostalMime.parse(raw)
    // The connection has ended, so the client would not learn that the mail was kept.
    if (isClosing) throw smtpReply(421, 'closing')
    const { mailFrom, rcptTo } = envelope
    mails.push({
      raw,
      recipients: rcptTo.map(({ address }) => address),
      sender: mailFrom ? mailFrom.address : '',
      parsed,
    })
  }
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Clients keep connections open; closing doesn't wait for them.
    closeTimeout: 10,
    // A client that dies in the middle of an email has sent none.
    onData: (stream, session, done) =>
      void keep(stream, session).then(() => done(null, 'kept'), done),
    ...options,
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: taken } = server.server.address() as AddressInfo
  return {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    mails,
    close: () => {
      isClosing = true
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A mail server for all tests in a file, and the settings of a service that uses it. */
export async function useMailServer() {
  const smtp = await startMailServer()
  afterAll(() => smtp.close())
  const mail = { smtpUrl: smtp.url, from: 'Atelier <atelier@example.com>', dkim: undefined }
  return { smtp, mail }
}

export function findHeader(mail: ReceivedMail | undefined, name: string): string | undefined {
  return mail?.parsed.headers.find(({ key }) => key === name.toLowerCase())?.value
}
