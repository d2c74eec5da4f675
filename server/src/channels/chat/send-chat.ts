import { cutAtWord } from '../../lib/cut-text.ts'
import { programFile } from '../../lib/installation.ts'
import { type TextFormat, workOnText } from '../../lib/texts/work-on-text.ts'
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { TryLater, Undeliverable } from '../channel.ts'
import {
  type Answer,
  describeAnswer,
  postToService,
  TemporaryRejection,
  waitSeconds,
} from '../post-to-service.ts'
import type { ChatKind, ChatPost } from './chat-post.ts'
import type { ChatRequest } from './chat-thread.ts'

/** The webhook was deleted for good. */
export class WebhookGone extends Undeliverable {}

const names: Record<ChatKind, string> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
  discord: 'Discord',
}

/** Error codes, sent with any status, of a webhook that someone has to fix in the chat first. */
const finalWords = [
  ...['no_service', 'channel_is_archived', 'action_prohibited', 'invalid_token'],
  'web.incoming_webhook.invalid.app_error',
]

/**
 * Sends a message to a team chat. Throws Undeliverable, TryLater, or an Error for a temporary
 * failure.
 */
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

const chat: TextFormat<ChatRequest, object> = {
  program: programFile('server/src/channels/chat/chat-thread.ts'),
  load: () => import('./chat-thread.ts'),
  // They take at most about 10 ms.
  maxQuickSize: 2_000,
  // Slack's module takes a tenth of a second for the longest text.
  maxSeconds: 5,
}

/** The request body in the format of each chat. A text that takes too long to convert is cut. */
export async function chatPayload(kind: ChatKind, post: ChatPost): Promise<object> {
  const { workspaceId, text } = post
  const payload = await workOnText(chat, { workspaceId, size: text.length }, { kind, post })
  if (payload) return payload
  return (await chat.load()).work({
    kind,
    post: { ...post, text: cutAtWord(text, chat.maxQuickSize) },
  })
}

function refusal(name: string, url: string, answer: Answer): Error {
  const { status, text } = answer
  if (status === 429) {
    const seconds = waitSeconds(answer)
    return new TryLater(`${name} asked us to wait ${seconds} seconds.`, seconds)
  }
  const said = describeAnswer(answer, url)
  const message = said ? `${name} answered ${status}: ${said}` : `${name} answered ${status}.`
  if (status === 404 || status === 410) return new WebhookGone(message)
  const isFinal = status === 401 || status === 403 || finalWords.some((word) => text.includes(word))
  return isFinal ? new Undeliverable(message) : new TemporaryRejection(message)
}
