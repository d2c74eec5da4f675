import { WebSocket } from 'ws'
import { Undeliverable } from '../../channels/channel.ts'
import { callSlack } from '../../channels/chat-apps/slack-app.ts'
import { TemporaryRejection } from '../../channels/post-to-service.ts'
import type { Deps } from '../../deps.ts'
import { handleOnce } from './handle-once.ts'
import type { ListenerConnection } from './listener-queries.ts'
import { openSecrets } from './open-chat-app.ts'
import { receiveFromSlack } from './slack-inbound.ts'

const silenceMs = 60_000

/** Slack's Socket Mode: interactions come over a socket that we open. Ends when Slack closes it. */
export async function listenToSlack(
  deps: Deps,
  connection: ListenerConnection,
  signal: AbortSignal,
): Promise<void> {
  const { app_token = '' } = openSecrets(deps, connection)
  const { slackUrl } = deps.config.doors
  const fetch = deps.safeFetch.webhooks
  const { url } = await callSlack(fetch, slackUrl, app_token, 'apps.connections.open', {})
  const socketUrl = checkedUrl(deps, String(url))
  const socket = new WebSocket(socketUrl, { maxPayload: 1024 ** 2, handshakeTimeout: 10_000 })
  await new Promise<void>((resolve, reject) => {
    let timer = setTimeout(() => socket.terminate(), silenceMs)
    const heard = () => {
      clearTimeout(timer)
      timer = setTimeout(() => socket.terminate(), silenceMs)
    }
    const leave = () => socket.terminate()
    signal.addEventListener('abort', leave, { once: true })
    socket.on('ping', heard)
    socket.on('message', (data) => {
      heard()
      void handle(deps, connection, socket, String(data)).catch((err) =>
        deps.log.warn({ err, connection_id: connection.id }, 'a Slack message failed'),
      )
    })
    socket.on('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      resolve()
    })
    socket.on('error', () => reject(new TemporaryRejection('Slack’s socket could not be opened.')))
  })
}

/** Slack names the URL, but it must still be Slack's, or the server that the operator configured. */
function checkedUrl({ config }: Deps, url: string): string {
  if (URL.canParse(url)) {
    const { protocol, hostname } = new URL(url)
    if (protocol === 'wss:' && hostname.endsWith('.slack.com')) return url
    if (hostname === new URL(config.doors.slackUrl).hostname && /^wss?:$/.test(protocol)) return url
  }
  throw new Undeliverable('Slack returned the URL of a socket that is not its own.')
}

async function handle(
  deps: Deps,
  connection: ListenerConnection,
  socket: WebSocket,
  text: string,
): Promise<void> {
  const { type, envelope_id: id, payload } = JSON.parse(text)
  if (type === 'disconnect') return socket.close()
  if (typeof id !== 'string') return
  const row = { ...connection, linked_people: 0 }
  const handled = await handleOnce(deps, connection.id, id, () =>
    receiveFromSlack(deps, row, payload),
  )
  const body = handled?.result.body
  socket.send(JSON.stringify({ envelope_id: id, ...(body && { payload: body }) }))
  await handled?.result.afterwards?.()
}
