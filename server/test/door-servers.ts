import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LocalServer, readBody, startHttpServer } from './local-servers.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into what was sent
type Json = any

export interface DoorServer extends LocalServer {
  /** Accepted calls: the method or path, and its body. */
  calls: { method: string; body: Json }[]
  /** The messages as people see them now, by id. */
  messages: Map<string, Json>
  /** Answers the next requests with 429 and this Retry-After. */
  limitNext: { times: number; seconds: number }
  mistakes: string[]
  /** Delays each response, after the call has had its effect. */
  beforeReply?: (() => Promise<void>) | undefined
  /** Slack: where apps in Socket Mode connect. */
  socketUrl?: string
  close(): Promise<void>
}

type Reply = { status?: number; json: Json }
type Handle = (method: string, body: Json, req: IncomingMessage) => Reply | Promise<Reply>

async function start(handle: Handle, limited: (seconds: number) => Json): Promise<DoorServer> {
  const server = {
    calls: [],
    messages: new Map(),
    limitNext: { times: 0, seconds: 1 },
    mistakes: [],
  } as unknown as DoorServer
  const send = (res: ServerResponse, status: number, json: Json, headers = {}) =>
    res
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(json))
  const http = await startHttpServer(async (req, res) => {
    const text = String(await readBody(req))
    const path = (req.url ?? '').slice(1)
    if (server.limitNext.times > 0 && req.method !== 'GET') {
      server.limitNext.times--
      const { seconds } = server.limitNext
      return send(res, 429, limited(seconds), { 'retry-after': String(seconds) })
    }
    const body = text === '' ? undefined : JSON.parse(text)
    const { status = 200, json } = await handle(path, body, req)
    if (status >= 400 || json.ok === false) server.mistakes.push(`${path}: ${JSON.stringify(json)}`)
    else server.calls.push({ method: path, body })
    await server.beforeReply?.()
    send(res, status, json)
  })
  return Object.assign(server, http)
}

export const slackTokens = {
  bot_token: 'xoxb-test-token',
  signing_secret: 'slack-signing-secret-1',
}

/** Slack's Web API: token, JSON and the limits of Block Kit, as api.slack.com documents them. */
export async function startSlack(): Promise<DoorServer> {
  let count = 0
  const server: DoorServer = await start(
    (method, body, req) => {
      const fail = (error: string) => ({ json: { ok: false, error } })
      // The response_url of an interaction needs no token.
      if (method === 'response') return { json: { ok: true } }
      if (method === 'apps.connections.open') {
        const isRight = req.headers.authorization === 'Bearer xapp-test-token'
        return isRight
          ? { json: { ok: true, url: server.socketUrl } }
          : fail('not_allowed_token_type')
      }
      if (req.headers.authorization !== `Bearer ${slackTokens.bot_token}`)
        return fail('invalid_auth')
      if (!/^application\/json/.test(req.headers['content-type'] ?? ''))
        return fail('invalid_post_type')
      if (method === 'auth.test') {
        return { json: { ok: true, team: 'Acme', team_id: 'T1', user: 'atelier', user_id: 'UBOT' } }
      }
      if (method === 'views.open') {
        const mistake = body.trigger_id ? viewMistake(body.view) : 'invalid_trigger_id'
        return mistake ? fail(mistake) : { json: { ok: true, view: { id: 'V1' } } }
      }
      const mistake = blocksMistake(body.blocks, body.text)
      if (mistake) return fail(mistake)
      if (method === 'chat.postMessage') {
        if (!/^[UD]/.test(body.channel)) return fail('channel_not_found')
        const ts = `1700000000.${String(++count).padStart(6, '0')}`
        server.messages.set(ts, body)
        return { json: { ok: true, channel: `D${body.channel}`, ts } }
      }
      if (method === 'chat.update') {
        if (!server.messages.has(body.ts)) return fail('message_not_found')
        server.messages.set(body.ts, body)
        return { json: { ok: true, channel: body.channel, ts: body.ts } }
      }
      return fail('unknown_method')
    },
    () => ({ ok: false, error: 'ratelimited' }),
  )
  return server
}

function blocksMistake(blocks: Json, text: Json): string | undefined {
  if (typeof text !== 'string' || text === '') return 'no_text'
  if (!Array.isArray(blocks) || blocks.length > 50) return 'invalid_blocks'
  for (const block of blocks) {
    if (block.type === 'section' && !inside(block.text?.text, 3000)) return 'invalid_blocks'
    if (block.type === 'context' && !block.elements.every((one: Json) => inside(one.text, 3000))) {
      return 'invalid_blocks'
    }
    if (block.type !== 'actions') continue
    const ids = block.elements.map((one: Json) => one.action_id)
    if (block.elements.length < 1 || block.elements.length > 25) return 'invalid_blocks'
    if (new Set(ids).size < ids.length) return 'invalid_blocks'
    for (const one of block.elements) {
      if (one.type === 'button' && !inside(one.text?.text, 75)) return 'invalid_blocks'
      if (one.value !== undefined && !inside(one.value, 2000)) return 'invalid_blocks'
      if (one.options && !optionsFit(one.options)) return 'invalid_blocks'
    }
  }
  return undefined
}

function viewMistake(view: Json): string | undefined {
  const { type, title, submit, blocks, private_metadata } = view
  if (type !== 'modal' || !inside(title?.text, 24) || !inside(submit?.text, 24))
    return 'invalid_arguments'
  if (blocks.length > 100 || private_metadata.length > 3000) return 'invalid_arguments'
  const ids = blocks.map((block: Json) => block.block_id).filter(Boolean)
  if (new Set(ids).size < ids.length) return 'duplicate_block_id'
  for (const block of blocks) {
    if (block.type !== 'input') continue
    if (!inside(block.label?.text, 2000) || !block.element?.action_id) return 'invalid_arguments'
    const { options, initial_option, initial_value = '' } = block.element
    if (options && !optionsFit(options)) return 'invalid_arguments'
    if (initial_value.length > 3000) return 'invalid_arguments'
    const same = (one: Json) => JSON.stringify(one) === JSON.stringify(initial_option)
    if (initial_option && !options.some(same)) return 'invalid_arguments'
  }
  return undefined
}

const inside = (text: Json, max: number) =>
  typeof text === 'string' && text.length > 0 && text.length <= max
const optionsFit = (options: Json[]) =>
  options.length > 0 &&
  options.length <= 100 &&
  options.every((one) => inside(one.text?.text, 75) && inside(one.value, 150))

export function slackHeaders(body: string, at: Date, secret = slackTokens.signing_secret) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const hash = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${hash}`,
  }
}

export const telegramToken = '123456:test-token'

/** Telegram's Bot API, as core.telegram.org documents it. */
export async function startTelegram(): Promise<DoorServer & { updates: Json[] }> {
  let count = 0
  let webhook: Json
  const updates: Json[] = []
  const server = await start(
    async (path, body, req) => {
      const fail = (status: number, description: string) => ({
        status,
        json: { ok: false, error_code: status, description },
      })
      const [bot, method] = path.split('/')
      if (bot !== `bot${telegramToken}`) return fail(401, 'Unauthorized')
      const done = (result: Json) => ({ json: { ok: true, result } })
      if (method === 'getMe') {
        return done({ id: 1, is_bot: true, first_name: 'Atelier', username: 'atelier_test_bot' })
      }
      if (method === 'setWebhook') {
        webhook = body
        return /^[\w-]{1,256}$/.test(body.secret_token) ? done(true) : fail(400, 'Bad Request')
      }
      if (method === 'deleteWebhook') {
        webhook = undefined
        return done(true)
      }
      if (method === 'getUpdates') {
        if (webhook)
          return fail(409, "Conflict: can't use getUpdates method while webhook is active")
        // Confirmed updates are forgotten.
        while (updates[0]?.update_id < body.offset) updates.shift()
        // Long polling: the response waits for an update.
        const end = Date.now() + body.timeout * 1000
        while (updates.length === 0 && Date.now() < end && !req.socket.destroyed) {
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        return done([...updates])
      }
      if (method === 'answerCallbackQuery') {
        return body.callback_query_id && (body.text ?? '').length <= 200
          ? done(true)
          : fail(400, 'Bad Request')
      }
      if (!inside(body.text, 4096)) return fail(400, 'Bad Request: message text is empty')
      const rows = body.reply_markup?.inline_keyboard ?? []
      const data = rows.flat().map((one: Json) => one.callback_data ?? '')
      if (data.some((one: string) => Buffer.byteLength(one) > 64)) {
        return fail(400, 'Bad Request: BUTTON_DATA_INVALID')
      }
      if (method === 'sendMessage') {
        const message_id = ++count
        server.messages.set(String(message_id), body)
        return done({ message_id, chat: { id: Number(body.chat_id), type: 'private' } })
      }
      if (!server.messages.has(String(body.message_id))) {
        return fail(400, 'Bad Request: message to edit not found')
      }
      server.messages.set(String(body.message_id), body)
      return done({ message_id: body.message_id })
    },
    (seconds) => ({
      ok: false,
      error_code: 429,
      description: `Too Many Requests: retry after ${seconds}`,
      parameters: { retry_after: seconds },
    }),
  )
  return Object.assign(server, { updates })
}

export const discordToken = 'discord-test-token'

/** Discord's REST API, as discord.com/developers documents it. */
export async function startDiscord() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const verify_key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  let count = 0
  const server: DoorServer = await start(
    (path, body, req) => {
      const bad = (message: string) => ({ status: 400, json: { message, code: 50035 } })
      if (req.headers.authorization !== `Bot ${discordToken}`) {
        return { status: 401, json: { message: '401: Unauthorized', code: 0 } }
      }
      if (path === 'applications/@me') return { json: { id: 'A1', name: 'Atelier', verify_key } }
      if (path === 'applications/A1/commands') return { json: body }
      if (path === 'users/@me/channels') return { json: { id: `C${body.recipient_id}` } }
      const [, , , id] = path.split('/')
      const [embed] = body.embeds
      const isLong = embed.title.length > 256 || embed.description.length > 4096
      const rows: Json[] = body.components
      const parts = rows.flatMap((row) => row.components)
      const isOdd = parts.some(
        (one: Json) => (one.label ?? '').length > 80 || (one.custom_id ?? '').length > 100,
      )
      if (isLong || isOdd || rows.length > 5) return bad('Invalid Form Body')
      if (req.method === 'POST') {
        server.messages.set(String(++count), body)
        return { json: { id: String(count) } }
      }
      if (!server.messages.has(id ?? ''))
        return { status: 404, json: { message: 'Unknown Message' } }
      server.messages.set(id as string, body)
      return { json: { id } }
    },
    (seconds) => ({ message: 'You are being rate limited.', retry_after: seconds, global: false }),
  )
  const buildHeaders = (body: string, at: Date) => {
    const timestamp = String(Math.floor(at.getTime() / 1000))
    const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString('hex')
    return {
      'content-type': 'application/json',
      'x-signature-timestamp': timestamp,
      'x-signature-ed25519': signature,
    }
  }
  return Object.assign(server, { headersFor: buildHeaders })
}
