import { Webhook } from 'standardwebhooks'
import { askToPost, readText } from './ask-network.ts'
import {
  type Connection,
  type NetworkDeps,
  type Part,
  type SocialAccount,
  usualLimits,
} from './network.ts'

const longestText = 2000

/**
 * Posts to any HTTP endpoint: a site, an automation, or a network without an adapter. Signed as in
 * Standard Webhooks. The id is the post's, so receivers can detect duplicates.
 */
export function webhook({ address, credentials }: Connection, outside: NetworkDeps): SocialAccount {
  const call = async (id: string, type: string, data: object) => {
    const now = outside.clock()
    const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
    const { json } = await askToPost(outside.safeFetch, {
      name: 'The webhook',
      url: address,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': createSigner(credentials.secret ?? '').sign(id, now, body),
      },
      body,
    })
    return json
  }
  return {
    whoIsIt: async () => {
      const { host } = new URL(address)
      const said = await call(
        `social_account_${outside.clock().getTime()}`,
        'social_account.verify',
        {},
      )
      const name = short(said.name) ?? host
      const identity = { id: short(said.id) ?? host, handle: host, name, url: webPage(said.url) }
      return { identity, limits: usualLimits.webhook }
    },
    attach: async (media) => ({ ...(await media.link()), description: media.description }),
    send: async (part) => {
      const said = await call(buildId(part), chooseType(part), buildData(part))
      return { id: short(said.id) ?? buildId(part), url: webPage(said.url) }
    },
    // There is nothing to query, and no need to: the receiver recognises the id.
    find: async () => 'absent',
  }
}

/** A Standard Webhooks secret is base64; any other secret is used as it is. */
export function createSigner(secret: string): Webhook {
  return secret.startsWith('whsec_')
    ? new Webhook(secret)
    : new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' })
}

function buildId({ postId, position }: Part): string {
  return position === 0 ? `social_post_${postId}` : `social_post_${postId}_reply_${position}`
}

function chooseType({ position }: Part): string {
  return position === 0 ? 'social_post.publish' : 'social_post.reply'
}

function buildData(part: Part): object {
  const { postId, position, text, attachments, options, replyTo, isRepeated, facts } = part
  return {
    ...facts,
    post_id: postId,
    position,
    message: text,
    media: attachments,
    additional: options,
    reply_to: replyTo?.parent.id ?? null,
    // An earlier attempt may have been delivered without us receiving the response.
    repeated: isRepeated,
  }
}

function short(value: unknown): string | undefined {
  const text = readText(value)
  return text !== undefined && text.length <= longestText ? text : undefined
}

function webPage(value: unknown): string | null {
  const text = short(value)
  return text && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}
