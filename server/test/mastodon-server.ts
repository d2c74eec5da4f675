import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LocalServer, readBody, startHttpServer } from './local-servers.ts'

interface MastodonStatus {
  id: string
  text: string
  content: string
  created_at: string
  url: string
  in_reply_to_id: string | null
  visibility: string
  spoiler_text: string
  sensitive: boolean
  language: string | null
  media_ids: string[]
  favourites_count: number
  reblogs_count: number
  replies_count: number
}

interface MastodonMedium {
  id: string
  bytes: number
  type: string
  description: string | null
  /** How many more polls it takes until it is ready. */
  pollsLeft: number
}

export interface MastodonServer extends LocalServer {
  token: string
  statuses: MastodonStatus[]
  media: MastodonMedium[]
  /** As after an hour: the server no longer knows which keys it has seen. */
  forgetKeys(): void
  settings: MastodonSettings
}

export interface MastodonSettings {
  maxCharacters: number
  /** How many polls it takes until a file is ready; 0 means at once. */
  polls: number
  followers: number
  /** What to do with the next statuses: accept, accept and hang up, or respond as given. */
  next: ('take' | 'hang up' | { status: number; body: object; headers?: Record<string, string> })[]
  clock: () => Date
}

interface Call {
  url: URL
  body: Buffer
  request: IncomingMessage
}

interface Reply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

const account = { id: '109', username: 'studio', acct: 'studio', display_name: 'The Studio' }

/** A server that behaves like Mastodon, as far as an application that posts can see. */
export async function startMastodon(
  given: Partial<MastodonSettings> = {},
): Promise<MastodonServer> {
  const settings = {
    maxCharacters: 500,
    polls: 0,
    followers: 0,
    next: [],
    clock: () => new Date(),
    ...given,
  }
  const state = {
    token: 'mastodon-token-4f2a',
    statuses: [] as MastodonStatus[],
    media: [] as MastodonMedium[],
    keys: new Map<string, MastodonStatus>(),
    settings,
  }
  const server = await startHttpServer(async (request, response) => {
    const call = {
      url: new URL(request.url ?? '', 'http://x'),
      body: await readBody(request),
      request,
    }
    const isPublic = call.url.pathname === '/api/v2/instance'
    const isKnown = request.headers.authorization === `Bearer ${state.token}`
    const reply =
      isKnown || isPublic
        ? await answer(state, call, server.url)
        : { status: 401, body: { error: 'The access token is invalid' } }
    if (!reply) return void request.socket.destroy()
    send(response, reply)
  })
  return Object.assign(server, {
    token: state.token,
    statuses: state.statuses,
    media: state.media,
    settings,
    forgetKeys: () => state.keys.clear(),
  })
}

interface State {
  statuses: MastodonStatus[]
  media: MastodonMedium[]
  keys: Map<string, MastodonStatus>
  settings: MastodonSettings
}

async function answer(state: State, call: Call, base: string): Promise<Reply | undefined> {
  const { pathname } = call.url
  const { method } = call.request
  if (pathname === '/api/v1/accounts/verify_credentials') {
    const { followers: followers_count } = state.settings
    return { body: { ...account, followers_count, url: `${base}/@studio` } }
  }
  if (pathname === '/api/v2/instance') return { body: instance(state.settings) }
  if (method === 'POST' && pathname === '/api/v2/media') return takeMedium(state, call)
  if (pathname.startsWith('/api/v1/media/')) return showMedium(state, pathname)
  if (method === 'POST' && pathname === '/api/v1/statuses') return takeStatus(state, call, base)
  if (pathname === `/api/v1/accounts/${account.id}/statuses`) return listStatuses(state, call.url)
  const shown = /^\/api\/v1\/statuses\/(\d+)$/.exec(pathname)?.[1]
  const status = state.statuses.find(({ id }) => id === shown)
  if (status) return { body: status }
  const source = /^\/api\/v1\/statuses\/(\d+)\/source$/.exec(pathname)?.[1]
  const found = state.statuses.find(({ id }) => id === source)
  if (found) return { body: { id: found.id, text: found.text, spoiler_text: found.spoiler_text } }
  return { status: 404, body: { error: 'Record not found' } }
}

function instance({ maxCharacters }: MastodonSettings) {
  const statuses = { max_characters: maxCharacters, max_media_attachments: 4 }
  return { configuration: { statuses: { ...statuses, characters_reserved_per_url: 23 } } }
}

async function takeMedium(state: State, { request, body }: Call): Promise<Reply> {
  const type = String(request.headers['content-type'])
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) return { status: 422, body: { error: 'File is missing' } }
  const description = form.get('description')
  const { polls: pollsLeft } = state.settings
  const medium = {
    id: String(700 + state.media.length),
    bytes: file.size,
    type: file.type,
    description: description === null ? null : String(description),
    pollsLeft,
  }
  state.media.push(medium)
  const isReady = pollsLeft === 0
  return {
    status: isReady ? 200 : 202,
    body: { id: medium.id, type: 'image', url: isReady ? 'https://files.example/1' : null },
  }
}

function showMedium(state: State, pathname: string): Reply {
  const medium = state.media.find(({ id }) => pathname.endsWith(`/${id}`))
  if (!medium) return { status: 404, body: { error: 'Record not found' } }
  medium.pollsLeft--
  const isReady = medium.pollsLeft <= 0
  const url = isReady ? 'https://files.example/1' : null
  return { status: isReady ? 200 : 206, body: { id: medium.id, url } }
}

function takeStatus(state: State, { request, body }: Call, base: string): Reply | undefined {
  const planned = state.settings.next.shift()
  if (typeof planned === 'object') return planned
  const key = String(request.headers['idempotency-key'] ?? '')
  const known = key && state.keys.get(key)
  if (known) return { body: known }
  const given = JSON.parse(body.toString('utf8'))
  if ([...given.status].length > state.settings.maxCharacters) {
    const error = `Validation failed: Text character limit of ${state.settings.maxCharacters} exceeded`
    return { status: 422, body: { error } }
  }
  const unready = state.media.find(
    ({ id, pollsLeft }) => pollsLeft > 0 && given.media_ids?.includes(id),
  )
  if (unready)
    return { status: 422, body: { error: 'Cannot attach files that have not finished processing' } }
  const id = String(115_000 + state.statuses.length)
  const status: MastodonStatus = {
    id,
    text: given.status,
    content: markup(given.status),
    created_at: state.settings.clock().toISOString(),
    url: `${base}/@studio/${id}`,
    in_reply_to_id: given.in_reply_to_id ?? null,
    visibility: given.visibility ?? 'public',
    spoiler_text: given.spoiler_text ?? '',
    sensitive: given.sensitive ?? false,
    language: given.language ?? null,
    media_ids: given.media_ids ?? [],
    ...{ favourites_count: 0, reblogs_count: 0, replies_count: 0 },
  }
  state.statuses.push(status)
  if (key) state.keys.set(key, status)
  return planned === 'hang up' ? undefined : { body: status }
}

function listStatuses({ statuses }: State, url: URL): Reply {
  const before = url.searchParams.get('max_id')
  const limit = Number(url.searchParams.get('limit') ?? 20)
  const newestFirst = statuses.toReversed()
  const from = before === null ? 0 : newestFirst.findIndex(({ id }) => id === before) + 1
  return { body: newestFirst.slice(from, from + limit) }
}

/** Formats a text like Mastodon: paragraphs, short links, names without their server. */
function markup(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const dressed = escaped
    .replaceAll(
      /(https?:\/\/)(\S{10})(\S*)/g,
      '<a href="$&"><span class="invisible">$1</span><span class="ellipsis">$2</span><span class="invisible">$3</span></a>',
    )
    .replaceAll(
      /@(\w+)@[\w.]+/g,
      '<span class="h-card"><a class="u-url mention">@<span>$1</span></a></span>',
    )
    .replaceAll(/#(\w+)/g, '<a class="mention hashtag" rel="tag">#<span>$1</span></a>')
  return `<p>${dressed.replaceAll('\n\n', '</p><p>').replaceAll('\n', '<br />')}</p>`
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
