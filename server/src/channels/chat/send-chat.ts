import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { TryLater, Undeliverable } from '../channel.ts'
import { type Answer, NotTaken, postToService, waitSeconds, wordsOf } from '../post-to-service.ts'
import type { ChatKind, ChatPost } from './chat-post.ts'

/** There is no such webhook any more, and there will not be again. */
export class WebhookGone extends Undeliverable {}

const names: Record<ChatKind, string> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
  discord: 'Discord',
}

/** What chats say, with whatever status, of a webhook that somebody has to mend there first. */
const finalWords = [
  ...['no_service', 'channel_is_archived', 'action_prohibited', 'invalid_token'],
  'web.incoming_webhook.invalid.app_error',
]

/** Sends a message to a team chat, or throws Undeliverable, TryLater, or an Error that may pass. */
export async function sendToChat(
  safeFetch: SafeFetch,
  { kind, url }: { kind: ChatKind; url: string },
  post: ChatPost,
): Promise<void> {
  const answer = await postToService(safeFetch, url, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await chatPayload(kind, post)),
  })
  if (answer.status < 200 || answer.status > 299) throw refusal(names[kind], url, answer)
}

/** What is sent, as each chat wants it. */
export async function chatPayload(kind: ChatKind, post: ChatPost): Promise<object> {
  // Slack's brings a parser of Markdown, which few installations need.
  const { payload } = await loaders[kind]()
  return payload(post)
}

const loaders = {
  slack: () => import('./slack.ts'),
  mattermost: () => import('./mattermost.ts'),
  discord: () => import('./discord.ts'),
}

function refusal(name: string, url: string, answer: Answer): Error {
  const { status, text } = answer
  if (status === 429) {
    const seconds = waitSeconds(answer)
    return new TryLater(`${name} asks to wait ${seconds} seconds.`, seconds)
  }
  const said = wordsOf(answer, url)
  const message = said ? `${name} answered ${status}: ${said}` : `${name} answered ${status}.`
  if (status === 404 || status === 410) return new WebhookGone(message)
  const isFinal = status === 401 || status === 403 || finalWords.some((word) => text.includes(word))
  return isFinal ? new Undeliverable(message) : new NotTaken(message)
}
