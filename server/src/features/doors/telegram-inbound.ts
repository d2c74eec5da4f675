import { callTelegram } from '../../channels/chat-apps/telegram-app.ts'
import { isAboutDelivery } from '../../channels/post-to-service.ts'
import type { Deps } from '../../deps.ts'
import { isUuid } from '../../lib/uuid.ts'
import { answerThrough } from './answer-through.ts'
import { handleOnce } from './handle-once.ts'
import { linkAccount } from './link-account.ts'
import { findMessageAtPlace } from './message-queries.ts'
import { openSecrets } from './open-chat-app.ts'
import type { ConnectionRow } from './queries.ts'
import { pressedAnswer, splitData } from './slack-inbound.ts'
import { textAnswer } from './text-answer.ts'

// biome-ignore lint/suspicious/noExplicitAny: the payload of another service, read field by field
type Json = any

/** Handles one update, from the webhook or from polling. A repeated update does nothing. */
export async function receiveFromTelegram(
  deps: Deps,
  connection: ConnectionRow,
  update: Json,
): Promise<void> {
  const { update_id: id, callback_query: query, message } = update
  if (!Number.isSafeInteger(id)) return
  const handled = await handleOnce(deps, connection.id, String(id), async () => {
    if (query) await press(deps, connection, query)
    else if (message?.chat?.type === 'private') await read(deps, connection, message)
  })
  if (handled) return
  deps.log.warn({ connection_id: connection.id, update_id: id }, 'a repeated update was ignored')
}

async function press(deps: Deps, connection: ConnectionRow, query: Json): Promise<void> {
  const [questionId, value] = splitData(String(query.data ?? ''))
  if (!isUuid(questionId)) return
  const accountId = String(query.from?.id ?? '')
  const outcome = await answerThrough(deps, connection, accountId, questionId, (question) =>
    pressedAnswer(question, value),
  )
  const text = (outcome.words ?? 'Answer sent.').slice(0, 200)
  await call(deps, connection, 'answerCallbackQuery', {
    callback_query_id: query.id,
    text,
    show_alert: !outcome.isAnswered,
  })
}

async function read(deps: Deps, connection: ConnectionRow, message: Json): Promise<void> {
  const text = String(message.text ?? '')
  const accountId = String(message.from?.id ?? '')
  const channelId = String(message.chat.id)
  const say = (words: string) =>
    call(deps, connection, 'sendMessage', { chat_id: channelId, text: words.slice(0, 4000) })
  const start = /^\/start\s+(\S+)/.exec(text)
  if (start) {
    const accountName = message.from?.username ? `@${message.from.username}` : accountId
    const account = { accountId, accountName, channelId }
    return say(await linkAccount(deps, connection, start[1] as string, account))
  }
  const repliedTo = message.reply_to_message?.message_id
  if (repliedTo === undefined) {
    return say(
      'Reply to a question to answer it. To connect your account, use the link in Atelier.',
    )
  }
  const system = deps.db.system
  const asked = await findMessageAtPlace(system, connection.id, channelId, String(repliedTo))
  if (!asked) return say('This message is not a question.')
  let isClear = true
  const outcome = await answerThrough(
    deps,
    connection,
    accountId,
    asked.question_id,
    (question) => {
      const given = textAnswer(question, text)
      isClear = given !== undefined
      return given
    },
  )
  if (!isClear) return say('I did not understand the answer. Use the buttons, or open Atelier.')
  if (outcome.words !== null) await say(outcome.words)
}

/** Feedback only: the answer is stored already, so a failure here is logged. */
async function call(
  deps: Deps,
  connection: ConnectionRow,
  method: string,
  body: object,
): Promise<void> {
  const { bot_token } = openSecrets(deps, connection)
  const { telegramUrl } = deps.config.doors
  try {
    await callTelegram(deps.safeFetch.webhooks, telegramUrl, bot_token, method, body)
  } catch (error) {
    if (!isAboutDelivery(error)) throw error
    deps.log.info({ connection_id: connection.id, reason: error.message }, 'Telegram got no reply')
  }
}
