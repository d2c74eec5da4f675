import { type ask, type askAnything, isObject, readCount, readText } from './ask-network.ts'
import type { AskMastodon } from './mastodon-calls.ts'
import type { AccountFigures, PostFigures } from './network.ts'

type Json = Record<string, unknown>

/** Mastodon has an operation for each status; a deleted one is a 404. */
export async function mastodonFigures(
  askIt: AskMastodon,
  askAny: (path: string) => ReturnType<typeof askAnything>,
  postIds: readonly string[],
): Promise<AccountFigures> {
  const { json: account } = await askIt('/api/v1/accounts/verify_credentials')
  const posts = new Map<string, PostFigures>()
  for (const id of postIds) {
    const { status, json } = await askAny(`/api/v1/statuses/${encodeURIComponent(id)}`)
    if (status !== 200) continue
    posts.set(id, pickFigures(json, ['favourites_count', 'reblogs_count', 'replies_count']))
  }
  return { ...pickFollowers(account.followers_count), posts }
}

/** As many posts as Bluesky returns in one response. */
const postsPerCall = 25

export async function blueskyFigures(
  askIt: (call: string) => ReturnType<typeof ask>,
  did: string,
  postIds: readonly string[],
): Promise<AccountFigures> {
  const { json: profile } = await askIt(
    `app.bsky.actor.getProfile?${new URLSearchParams({ actor: did })}`,
  )
  const posts = new Map<string, PostFigures>()
  for (let at = 0; at < postIds.length; at += postsPerCall) {
    const uris = postIds.slice(at, at + postsPerCall)
    const query = new URLSearchParams(uris.map((uri): [string, string] => ['uris', uri]))
    const { json } = await askIt(`app.bsky.feed.getPosts?${query}`)
    const found = Array.isArray(json.posts) ? json.posts.filter(isObject) : []
    for (const post of found) {
      const uri = readText(post.uri)
      if (uri) posts.set(uri, pickFigures(post, ['likeCount', 'repostCount', 'replyCount']))
    }
  }
  return { ...pickFollowers(profile.followersCount), posts }
}

function pickFigures(json: Json, fields: [likes: string, shares: string, replies: string]) {
  const [likes, shares, replies] = fields.map((field) => readCount(json[field]))
  return {
    ...(likes !== undefined && { likes }),
    ...(shares !== undefined && { shares }),
    ...(replies !== undefined && { replies }),
  }
}

function pickFollowers(value: unknown): { followers?: number } {
  const followers = readCount(value)
  return followers === undefined ? {} : { followers }
}
