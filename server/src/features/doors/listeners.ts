import { setTimeout as sleep } from 'node:timers/promises'
import { TryLater } from '../../channels/channel.ts'
import { callTelegram } from '../../channels/chat-apps/telegram-app.ts'
import { isAboutDelivery } from '../../channels/post-to-service.ts'
import type { Deps } from '../../deps.ts'
import type { Part } from '../feature.ts'
import {
  type ListenerConnection,
  leaseListener,
  listenable,
  releaseListener,
  savePosition,
  selectNextUnheard,
} from './listener-queries.ts'
import { parseMime } from './mail/inbound-mail.ts'
import { proveSender } from './mail/prove-sender.ts'
import { readMailbox } from './mail/read-mailbox.ts'
import { receiveMail } from './mail/receive-mail.ts'
import { openSecrets } from './open-chat-app.ts'
import { noteConnection } from './queries.ts'
import { listenToSlack } from './slack-socket.ts'
import { receiveFromTelegram } from './telegram-inbound.ts'

const pollSeconds = 25
const mailboxEveryMs = 30_000

/**
 * Receives from connections that have no webhook: Telegram by long polling, Slack by Socket Mode,
 * mailboxes by IMAP. A lease lets one process of the installation listen to each.
 */
export function startListeners(deps: Deps): Part {
  const stopping = new AbortController()
  const processId = deps.random.uuid()
  const running = new Map<string, Promise<void>>()

  async function look(): Promise<void> {
    for (const { id } of await listenable(deps.db.system)) {
      if (running.has(id) || stopping.signal.aborted) continue
      const connection = await leaseListener(deps.db.system, id, processId)
      if (!connection) continue
      const listening = listen(deps, connection, processId, stopping.signal)
        .catch((err) => deps.log.warn({ err, connection_id: id }, 'listening failed; will retry'))
        .finally(() => running.delete(id))
      running.set(id, listening)
    }
  }

  const mailbox = readOperatorsMailbox(deps, stopping.signal)
  return {
    due: [{ name: 'chat app listeners', dueAt: selectNextUnheard, clock: 'database', work: look }],
    stop: async () => {
      stopping.abort()
      await Promise.all([mailbox, ...running.values()])
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
}

/** Listens until the lease is lost, the connection is deleted, or the process stops. */
async function listen(
  deps: Deps,
  first: ListenerConnection,
  processId: string,
  stopping: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const signal = AbortSignal.any([stopping, over.signal])
  let connection = first
  const renewal = setInterval(async () => {
    const kept = await leaseListener(deps.db.system, first.id, processId).catch(() => connection)
    if (kept) connection = kept
    else over.abort()
  }, 10_000)
  renewal.unref()
  try {
    while (!signal.aborted) {
      const waitMs = await once(deps, connection, signal)
      if (waitMs > 0) await pause(waitMs, signal)
    }
  } finally {
    clearInterval(renewal)
    await releaseListener(deps.db.system, first.id, processId).catch(() => {})
  }
}

/** One round; returns how long to wait before the next. */
async function once(
  deps: Deps,
  connection: ListenerConnection,
  signal: AbortSignal,
): Promise<number> {
  const sql = deps.db.workspace(connection.workspace_id)
  try {
    let waitMs = 0
    if (connection.kind === 'telegram') waitMs = await pollTelegram(deps, connection, signal)
    else if (connection.kind === 'slack') await listenToSlack(deps, connection, signal)
    else {
      const { url = '' } = openSecrets(deps, connection)
      const { authserv_id = deps.config.inboundMail.authservId } = connection.settings
      await readMails(deps, url, authserv_id, connection.workspace_id)
      waitMs = mailboxEveryMs
    }
    await noteConnection(sql, connection, null)
    return waitMs
  } catch (error) {
    if (signal.aborted) return 0
    if (!isAboutDelivery(error)) throw error
    await noteConnection(sql, connection, error.message)
    return error instanceof TryLater ? error.afterSeconds * 1000 : 10_000
  }
}

/** Returns a pause if the server answers without waiting, so that it cannot keep us busy. */
async function pollTelegram(
  deps: Deps,
  connection: ListenerConnection,
  signal: AbortSignal,
): Promise<number> {
  const startedAt = performance.now()
  const { bot_token } = openSecrets(deps, connection)
  const body = {
    offset: Number(connection.position ?? 0),
    timeout: pollSeconds,
    allowed_updates: ['message', 'callback_query'],
  }
  const { telegramUrl } = deps.config.doors
  const options = { timeoutMs: (pollSeconds + 10) * 1000, signal }
  const updates = await callTelegram(
    deps.safeFetch.webhooks,
    telegramUrl,
    bot_token,
    'getUpdates',
    body,
    options,
  )
  for (const update of Array.isArray(updates) ? updates : []) {
    await receiveFromTelegram(deps, { ...connection, linked_people: 0 }, update)
    // The next request confirms the updates before this position.
    connection.position = String(Number(update.update_id) + 1)
    await savePosition(deps.db.system, connection.id, connection.position)
  }
  const isHasty = Array.isArray(updates) && updates.length === 0
  return isHasty && performance.now() - startedAt < 1000 ? 1000 : 0
}

async function readMails(
  deps: Deps,
  url: string,
  authservId: string | undefined,
  workspaceId?: number,
): Promise<void> {
  await readMailbox(deps, url, async (raw) => {
    const mail = await parseMime(raw)
    if (!mail) deps.log.warn('an email was ignored because it is malformed or too complex')
    else await receiveMail(deps, mail, await proveSender(raw, mail, authservId), workspaceId)
  })
}

/** The mailbox of the operator, for all workspaces. Reading twice is harmless. */
async function readOperatorsMailbox(deps: Deps, signal: AbortSignal): Promise<void> {
  const { imapUrl, authservId } = deps.config.inboundMail
  while (imapUrl !== undefined && !signal.aborted) {
    await readMails(deps, imapUrl, authservId).catch((error) =>
      deps.log.warn({ reason: (error as Error).message }, 'could not read the mailbox'),
    )
    await pause(mailboxEveryMs, signal)
  }
}
