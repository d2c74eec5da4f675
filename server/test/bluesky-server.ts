import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type LocalServer, readBody, startHttpServer } from './local-servers.ts'

interface BlueskyPost {
  uri: string
  cid: string
  rkey: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what was posted
  record: any
  counts: { likeCount: number; repostCount: number; replyCount: number }
}

export interface BlueskyServer extends LocalServer {
  handle: string
  password: string
  did: string
  posts: BlueskyPost[]
  blobs: { bytes: Buffer; type: string }[]
  profile: { followersCount: number }
  /** What to do with the next records: accept and hang up, or respond as given. */
  next: ('hang up' | { status: number; body: object })[]
  /** How often a client tried to write a record, with any result. */
  written: () => number
}

type Reply = { status?: number; body: unknown } | undefined

const did = 'did:plc:studio234567'
const people: Record<string, string> = { 'jo.example.com': 'did:plc:jo234567' }
const largestBlob = 1_000_000

/** A server that behaves like Bluesky's: records under keys, never overwritten unless asked. */
export async function startBluesky(): Promise<BlueskyServer> {
  const state = {
    handle: 'studio.bsky.social',
    password: 'abcd-efgh-ijkl-mnop',
    did,
    posts: [] as BlueskyPost[],
    blobs: [] as BlueskyServer['blobs'],
    next: [] as BlueskyServer['next'],
    profile: { followersCount: 0 },
  }
  const seen = { written: 0 }
  const server = await startHttpServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    const call = url.pathname.replace('/xrpc/', '')
    const body = await readBody(request)
    const reply = answer(state, seen, call, url, body, request)
    if (!reply) return void request.socket.destroy()
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply.body))
  })
  return Object.assign(server, state, { written: () => seen.written })
}

type State = Pick<BlueskyServer, 'handle' | 'password' | 'posts' | 'blobs' | 'next' | 'profile'>

function answer(
  state: State,
  seen: { written: number },
  call: string,
  url: URL,
  body: Buffer,
  request: IncomingMessage,
): Reply {
  if (call === 'com.atproto.server.createSession') return session(state, body)
  if (call === 'com.atproto.identity.resolveHandle') {
    const found = people[url.searchParams.get('handle') ?? '']
    return found ? { body: { did: found } } : refused('InvalidRequest', 'Unable to resolve handle')
  }
  if (call === 'com.atproto.repo.getRecord') {
    const post = state.posts.find(({ rkey }) => rkey === url.searchParams.get('rkey'))
    if (!post) return refused('RecordNotFound', `Could not locate record: ${url.search}`)
    return { body: { uri: post.uri, cid: post.cid, value: post.record } }
  }
  if (request.headers.authorization !== 'Bearer session-token') {
    return { status: 401, body: { error: 'AuthMissing', message: 'Authentication Required' } }
  }
  if (call === 'app.bsky.actor.getProfile') {
    if (url.searchParams.get('actor') !== did) return refused('InvalidRequest', 'Profile not found')
    return { body: { did, ...state.profile } }
  }
  if (call === 'app.bsky.feed.getPosts') {
    const uris = url.searchParams.getAll('uris')
    if (uris.length < 1 || uris.length > 25) return refused('InvalidRequest', 'uris')
    const found = state.posts.filter(({ uri }) => uris.includes(uri))
    return { body: { posts: found.map(({ uri, cid, counts }) => ({ uri, cid, ...counts })) } }
  }
  if (call === 'com.atproto.repo.uploadBlob') return takeBlob(state, body, request)
  if (call === 'com.atproto.repo.putRecord') {
    seen.written++
    return putRecord(state, body)
  }
  return { status: 501, body: { error: 'MethodNotImplemented', message: call } }
}

function session({ handle, password }: State, body: Buffer): Reply {
  const given = JSON.parse(body.toString('utf8'))
  if (given.identifier !== handle || given.password !== password) {
    const message = 'Invalid identifier or password'
    return { status: 401, body: { error: 'AuthenticationRequired', message } }
  }
  return { body: { did, handle, accessJwt: 'session-token', refreshJwt: 'refresh-token' } }
}

function takeBlob({ blobs }: State, bytes: Buffer, request: IncomingMessage): Reply {
  if (bytes.length > largestBlob) return refused('BlobTooLarge', 'This file is too large.')
  const mimeType = String(request.headers['content-type'])
  blobs.push({ bytes, type: mimeType })
  const ref = { $link: `bafkrei${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}` }
  return { body: { blob: { $type: 'blob', ref, mimeType, size: bytes.length } } }
}

function putRecord(state: State, body: Buffer): Reply {
  const planned = state.next.shift()
  if (typeof planned === 'object') return planned
  const { repo, collection, rkey, record, swapRecord } = JSON.parse(body.toString('utf8'))
  if (repo !== did || collection !== 'app.bsky.feed.post') return refused('InvalidRequest', 'repo')
  if (!/^[234567abcdefghij][2-7a-z]{12}$/.test(rkey)) return refused('InvalidRequest', 'rkey')
  if (state.posts.some((post) => post.rkey === rkey)) {
    if (swapRecord === null) return refused('InvalidSwap', 'Record was at another version')
    return refused('InvalidRequest', 'this test server overwrites nothing')
  }
  const cid = `bafyrei${createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 20)}`
  const counts = { likeCount: 0, repostCount: 0, replyCount: 0 }
  const post = { uri: `at://${did}/${collection}/${rkey}`, cid, rkey, record, counts }
  state.posts.push(post)
  return planned === 'hang up' ? undefined : { body: { uri: post.uri, cid } }
}

function refused(error: string, message: string): Reply {
  return { status: 400, body: { error, message } }
}
