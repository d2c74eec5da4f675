import { createReadStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { TemporaryRejection } from '../post-to-service.ts'
import { ask, askAnything, askToPost, isObject, type Question, readText } from './ask-network.ts'
import { fileForm } from './file-form.ts'
import { type AskMastodon, readIdentity, readSent } from './mastodon-calls.ts'
import { findStatus } from './mastodon-find.ts'
import {
  ArrivalUnknown,
  type Attachment,
  type Connection,
  type Limits,
  type Media,
  type NetworkDeps,
  type Part,
  type SocialAccount,
  usualLimits,
} from './network.ts'
import { visibilities } from './network-options.ts'
import { mastodonFigures } from './read-figures.ts'

const uploadTimeoutMs = 5 * 60_000
const maxPolls = 60
const longestPollMs = 4000

/** An account on a Mastodon server or a compatible one. */
export function mastodon(
  { address, credentials }: Connection,
  outside: NetworkDeps,
): SocialAccount {
  const token = credentials.access_token ?? ''
  const question = (path: string, rest: Omit<Question, 'name' | 'url'> = {}): Question => ({
    name: 'Mastodon',
    url: address + path,
    secrets: [token],
    ...rest,
    headers: { authorization: `Bearer ${token}`, ...rest.headers },
  })
  const askIt: AskMastodon = (path, rest) => ask(outside.safeFetch, question(path, rest))

  return {
    whoIsIt: async () => ({
      identity: await readIdentity(askIt, address),
      limits: await readLimits(askIt),
    }),
    attach: (media) => attach(askIt, media),
    send: async (part) => {
      const answer = await askToPost(
        outside.safeFetch,
        question('/api/v1/statuses', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': part.key },
          body: JSON.stringify(buildStatus(part)),
        }),
      )
      const sent = readSent(answer.json)
      if (!sent) throw new ArrivalUnknown('Mastodon accepted the post but did not return its URL.')
      return sent
    },
    find: (part, since) => findStatus(askIt, outside.clock(), part, since),
    figures: (postIds) => {
      const askAny = (path: string) => askAnything(outside.safeFetch, question(path))
      return mastodonFigures(askIt, askAny, postIds)
    },
  }
}

/** The server's limits. A server that does not state them gets the usual ones. */
async function readLimits(askIt: AskMastodon): Promise<Limits> {
  const instance =
    (await askIt('/api/v2/instance').catch(() => undefined)) ??
    (await askIt('/api/v1/instance').catch(() => undefined))
  const configuration = isObject(instance?.json.configuration) ? instance.json.configuration : {}
  const statuses = isObject(configuration.statuses) ? configuration.statuses : {}
  const usual = usualLimits.mastodon
  const number = (value: unknown, otherwise: number) =>
    Number.isInteger(value) && (value as number) > 0 ? (value as number) : otherwise
  return {
    message: number(statuses.max_characters, usual.message),
    media: number(statuses.max_media_attachments, usual.media),
    link: number(statuses.characters_reserved_per_url, usual.link as number),
  }
}

/** Images are usually ready immediately; videos take a while. */
async function attach(askIt: AskMastodon, media: Media): Promise<Attachment> {
  const file = await media.file()
  const form = fileForm(createReadStream(file.path), file, { description: media.description })
  const { json } = await askIt('/api/v2/media', {
    method: 'POST',
    headers: { 'content-type': form.contentType },
    body: { stream: form.stream, bytes: form.bytes },
    timeoutMs: uploadTimeoutMs,
  })
  const id = readText(json.id)
  if (!id) throw new TemporaryRejection('Mastodon accepted the file but did not return its id.')
  let isReady = readText(json.url) !== undefined
  for (let poll = 0; !isReady; poll++) {
    if (poll >= maxPolls) throw new TemporaryRejection('Mastodon is still processing the file.')
    await sleep(Math.min(100 * 1.5 ** poll, longestPollMs))
    const { status } = await askIt(`/api/v1/media/${encodeURIComponent(id)}`)
    isReady = status === 200
  }
  return { id }
}

function buildStatus({ text, attachments, options, replyTo, position }: Part): object {
  const { visibility, language, sensitive, spoiler_text } = options
  return {
    status: text,
    ...(attachments.length > 0 && { media_ids: attachments.map(({ id }) => id) }),
    ...(replyTo && { in_reply_to_id: replyTo.parent.id }),
    ...(visibilities.includes(visibility as string) && { visibility }),
    ...(readText(language) && { language }),
    ...(position === 0 && typeof sensitive === 'boolean' && { sensitive }),
    ...(position === 0 && readText(spoiler_text) && { spoiler_text }),
  }
}
