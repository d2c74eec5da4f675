import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import { Undeliverable } from '../../../channels/channel.ts'
import type { AppIdentity } from '../../../channels/chat-apps/door-message.ts'
import type { Deps } from '../../../deps.ts'
import { createAddressRules } from '../../../platform/safe-fetch/address-rules.ts'
import { selectRanges } from '../../../platform/safe-fetch/allowed-ranges.ts'
import { systemResolve } from '../../../platform/safe-fetch/guarded-connector.ts'
import { maxMailBytes } from './inbound-mail.ts'

const maxMails = 20

/** Connects to a mailbox of a workspace: public addresses only, like every other URL. */
async function open(
  { config }: Pick<Deps, 'config'>,
  mailboxUrl: string,
): Promise<{ client: ImapFlow; folder: string; description: string }> {
  const url = new URL(mailboxUrl)
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const mayConnect = createAddressRules({ allowCidrs: selectRanges(config.allowCidrs, 'webhooks') })
  const found = isIP(host) ? [host] : await systemResolve(host).catch(() => [])
  const target = found.find(mayConnect)
  if (target === undefined) throw new Undeliverable(`The mail server ${host} cannot be reached.`)
  const secure = url.protocol === 'imaps:'
  const user = decodeURIComponent(url.username)
  const imap = await import('imapflow')
  const client = new imap.ImapFlow({
    host: target,
    port: Number(url.port || (secure ? 993 : 143)),
    secure,
    ...(!isIP(host) && { servername: host }),
    auth: { user, pass: decodeURIComponent(url.password) },
    logger: false,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  })
  // Without a listener, a lost connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    client.close()
    const { authenticationFailed, code } = error as {
      authenticationFailed?: boolean
      code?: string
    }
    const reason = authenticationFailed ? 'it refused the user or password' : (code ?? 'no answer')
    throw new Undeliverable(`The mail server ${host} cannot be used: ${reason}.`)
  }
  const folder = decodeURIComponent(url.pathname.slice(1)) || 'INBOX'
  return { client, folder, description: `${user} at ${host}` }
}

/** Whether the mailbox can be opened. */
export async function checkMailbox(
  deps: Pick<Deps, 'config'>,
  mailboxUrl: string,
): Promise<AppIdentity> {
  const { client, folder, description } = await open(deps, mailboxUrl)
  try {
    await client.mailboxOpen(folder, { readOnly: true })
    return { settings: {}, description }
  } catch {
    throw new Undeliverable(`The mailbox has no folder ${folder}.`)
  } finally {
    await client.logout().catch(() => client.close())
  }
}

/** Passes on every unread mail, and marks it as read once it was handled. */
export async function readMailbox(
  deps: Pick<Deps, 'config'>,
  mailboxUrl: string,
  handle: (raw: Buffer) => Promise<unknown>,
): Promise<number> {
  const { client, folder } = await open(deps, mailboxUrl)
  try {
    await client.mailboxOpen(folder)
    const found = await client.search({ seen: false }, { uid: true })
    const uids = (found || []).slice(0, maxMails)
    for (const uid of uids) {
      const mail = await client.fetchOne(
        String(uid),
        { source: { maxLength: maxMailBytes } },
        { uid: true },
      )
      const source = mail ? mail.source : undefined
      if (source) await handle(source)
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
    return uids.length
  } finally {
    await client.logout().catch(() => client.close())
  }
}
