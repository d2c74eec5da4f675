import { createReadStream } from 'node:fs'
import { TemporaryRejection } from '../post-to-service.ts'
import { ask, askAnything, askToPost, isObject, type Question, readText } from './ask-network.ts'
import { findFacets, findLinks } from './bluesky-facets.ts'
import {
  ArrivalUnknown,
  type Connection,
  type Media,
  type NetworkDeps,
  type Part,
  type SentState,
  type SocialAccount,
  usualLimits,
} from './network.ts'
import { selfLabels } from './network-options.ts'
import { blueskyFigures } from './read-figures.ts'
import { createTid } from './tid.ts'

const collection = 'app.bsky.feed.post'
const pictureLimits = { maxBytes: 1_000_000, longestSide: 2000 }

interface Session {
  did: string
  handle: string
  token: string
}

type AskBluesky = (
  call: string,
  rest?: Omit<Question, 'name' | 'url'>,
  how?: typeof ask,
) => ReturnType<typeof ask>

/** An account on Bluesky, on any server. */
export function bluesky({ address, credentials }: Connection, outside: NetworkDeps): SocialAccount {
  const { handle = '', app_password: password = '' } = credentials
  const askIt: AskBluesky = (call, rest = {}, how = ask) =>
    how(outside.safeFetch, {
      name: 'Bluesky',
      url: `${address}/xrpc/${call}`,
      secrets: [password],
      ...rest,
    })
  let signedIn: Promise<Session> | undefined
  const session = () => {
    signedIn ??= signIn(askIt, handle, password)
    return signedIn
  }

  return {
    whoIsIt: async () => {
      const { did, handle: name } = await session()
      const url = `https://bsky.app/profile/${name}`
      return { identity: { id: did, handle: `@${name}`, name, url }, limits: usualLimits.bluesky }
    },
    attach: async (media) => attach(askIt, await session(), media),
    send: async (part) => {
      const me = await session()
      const record = await buildRecord(askIt, part, outside)
      return put(askIt, me, part, record)
    },
    find: async (part) => getRecord(askIt, await session(), part),
    figures: async (postIds) => {
      const { did, token } = await session()
      const headers = { authorization: `Bearer ${token}` }
      return blueskyFigures((call) => askIt(call, { headers }), did, postIds)
    },
  }
}

async function signIn(askIt: AskBluesky, identifier: string, password: string): Promise<Session> {
  const { json } = await askIt('com.atproto.server.createSession', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  })
  const [did, token] = [readText(json.did), readText(json.accessJwt)]
  if (!did || !token) throw new TemporaryRejection('Bluesky did not return the account.')
  return { did, token, handle: readText(json.handle) ?? identifier }
}

async function attach(askIt: AskBluesky, { token }: Session, media: Media) {
  const file = await media.picture(pictureLimits)
  const { json } = await askIt('com.atproto.repo.uploadBlob', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': file.contentType },
    body: { stream: createReadStream(file.path), bytes: file.bytes },
    timeoutMs: 2 * 60_000,
  })
  if (!isObject(json.blob))
    throw new TemporaryRejection('Bluesky accepted the image but returned no reference to it.')
  const { width, height } = file
  return { alt: media.description, image: json.blob, aspectRatio: { width, height } }
}

async function buildRecord(askIt: AskBluesky, part: Part, outside: NetworkDeps): Promise<object> {
  const { text, replyTo, options } = part
  const facets = await findFacets(text, (handle) => resolveDid(askIt, handle))
  const langs = Array.isArray(options.langs)
    ? options.langs.filter((one) => typeof one === 'string').slice(0, 3)
    : []
  const labels = part.position === 0 ? readLabels(options.labels) : []
  const embed = await buildEmbed(part, outside)
  const reference = ({ id, cid }: { id: string; cid?: string }) => ({ uri: id, cid })
  return {
    $type: collection,
    text,
    createdAt: outside.clock().toISOString(),
    ...(facets.length > 0 && { facets }),
    ...(langs.length > 0 && { langs }),
    ...(labels.length > 0 && {
      labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels },
    }),
    ...(embed && { embed }),
    ...(replyTo && {
      reply: { root: reference(replyTo.root), parent: reference(replyTo.parent) },
    }),
  }
}

/** Bluesky shows the card of a link only if the post contains it, and not beside images. */
async function buildEmbed({ text, attachments }: Part, { readLink }: NetworkDeps) {
  if (attachments.length > 0) return { $type: 'app.bsky.embed.images', images: attachments }
  const [link] = findLinks(text)
  // A page that cannot be read does not block the post.
  const card = link && (await readLink?.(link.uri).catch(() => undefined))
  return card && { $type: 'app.bsky.embed.external', external: { uri: link.uri, ...card } }
}

function readLabels(given: unknown): { val: string }[] {
  const labels = Array.isArray(given) ? given : []
  return selfLabels.filter((label) => labels.includes(label)).map((val) => ({ val }))
}

async function resolveDid(askIt: AskBluesky, handle: string): Promise<string | undefined> {
  const call = `com.atproto.identity.resolveHandle?handle=${encodeURIComponent(handle)}`
  // An unresolved mention does not block the post.
  const answer = await askIt(call).catch(() => undefined)
  return readText(answer?.json.did)
}

/** Writes the record if its key is free; the server rejects a second one. */
async function put(askIt: AskBluesky, me: Session, part: Part, record: object) {
  const rkey = createTid(part.postId, part.postCreatedAt, part.position)
  const body = { repo: me.did, collection, rkey, swapRecord: null, record }
  try {
    const { json } = await askIt(
      'com.atproto.repo.putRecord',
      {
        method: 'POST',
        headers: { authorization: `Bearer ${me.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      askToPost,
    )
    const [uri, cid] = [readText(json.uri), readText(json.cid)]
    if (!uri || !cid)
      throw new ArrivalUnknown('Bluesky accepted the post but did not return its URL.')
    return { id: uri, cid, url: buildPageUrl(me, rkey) }
  } catch (error) {
    // A retry fails because the record exists already, which counts as success.
    const there = await getRecord(askIt, me, part).catch(() => 'unknown' as const)
    if (typeof there !== 'string') return there
    throw error
  }
}

async function getRecord(askIt: AskBluesky, me: Session, part: Part): Promise<SentState> {
  const rkey = createTid(part.postId, part.postCreatedAt, part.position)
  const query = new URLSearchParams({ repo: me.did, collection, rkey })
  const headers = { authorization: `Bearer ${me.token}` }
  const answer = await askIt(`com.atproto.repo.getRecord?${query}`, { headers }, askAnything)
  const [uri, cid] = [readText(answer.json.uri), readText(answer.json.cid)]
  if (answer.status === 200 && uri && cid) return { id: uri, cid, url: buildPageUrl(me, rkey) }
  const isMissing = /RecordNotFound|Could not locate record/i.test(answer.text)
  if (answer.status === 404 || (answer.status === 400 && isMissing)) return 'absent'
  throw new TemporaryRejection(`Bluesky answered ${answer.status} to the request for the post.`)
}

function buildPageUrl({ handle }: Session, rkey: string): string {
  return `https://bsky.app/profile/${handle}/post/${rkey}`
}
