import { discordModal } from '../../channels/chat-apps/discord-app.ts'
import type { Deps } from '../../deps.ts'
import { isUuid } from '../../lib/uuid.ts'
import { findQuestion } from '../questions/find-question.ts'
import { actorOfAccount, answerThrough, type Outcome } from './answer-through.ts'
import { handleOnce } from './handle-once.ts'
import { linkAccount } from './link-account.ts'
import type { ConnectionRow } from './queries.ts'
import { pressedAnswer, splitData } from './slack-inbound.ts'

// biome-ignore lint/suspicious/noExplicitAny: the payload of another service, read field by field
type Json = any

const types = { ping: 1, command: 2, component: 3, modalSubmit: 5 }
const replies = { pong: 1, message: 4, deferredUpdate: 6, modal: 9 }
const onlyForThem = 64

const say = (content: string) => ({
  type: replies.message,
  data: { content: content.slice(0, 1900), flags: onlyForThem, allowed_mentions: { parse: [] } },
})

/** In a server, the person is a member; in a direct message, a user. */
const readUser = ({ member, user }: Json) => member?.user ?? user ?? {}

/** Handles a verified interaction and returns its response. */
export async function receiveFromDiscord(
  deps: Deps,
  connection: ConnectionRow,
  interaction: Json,
): Promise<object> {
  const { type, id, application_id } = interaction
  if (type === types.ping) return { type: replies.pong }
  const accountId = String(readUser(interaction).id ?? '')
  if (application_id !== connection.settings.application_id || accountId === '') {
    deps.log.warn(
      { connection_id: connection.id },
      'an interaction of another application was refused',
    )
    return say('This is not for this app.')
  }
  const handled = await handleOnce(deps, connection.id, String(id), () =>
    respond(deps, connection, interaction, accountId),
  )
  if (handled) return handled.result
  deps.log.warn(
    { connection_id: connection.id, update_id: id },
    'a repeated interaction was ignored',
  )
  return { type: replies.deferredUpdate }
}

async function respond(
  deps: Deps,
  connection: ConnectionRow,
  interaction: Json,
  accountId: string,
): Promise<object> {
  const { type, data = {} } = interaction
  if (type === types.command) {
    const code = String(data.options?.[0]?.value ?? '')
    const accountName = String(readUser(interaction).username ?? accountId)
    return say(
      await linkAccount(deps, connection, code, { accountId, accountName, channelId: accountId }),
    )
  }
  const [questionId, value] = splitData(String(data.custom_id ?? ''))
  if (!isUuid(questionId)) return say('This button is unknown.')
  if (type === types.component && value === 'form') {
    const sql = deps.db.workspace(connection.workspace_id)
    const question = await findQuestion(sql, connection.workspace_id, questionId)
    const person = await actorOfAccount(deps, connection, accountId)
    const isAsked = question?.people.some(({ user_id }) => user_id === person?.link.user_id)
    if (!question || !isAsked) return say('You were not asked this question.')
    return { type: replies.modal, data: discordModal({ questionId, title: question.title }) }
  }
  return reply(await answer(deps, connection, accountId, questionId, value, data))
}

function answer(
  deps: Deps,
  connection: ConnectionRow,
  accountId: string,
  questionId: string,
  value: string,
  data: Json,
): Promise<Outcome> {
  return answerThrough(deps, connection, accountId, questionId, (question) => {
    if (value === 'submit') {
      const text = data.components?.[0]?.components?.[0]?.value
      return typeof text === 'string' && text.trim() !== '' ? { value: text } : undefined
    }
    if (value !== 'select') return pressedAnswer(question, value)
    const chosen = (data.values ?? []).flatMap(
      (at: string) => question.options[Number(at)]?.value ?? [],
    )
    if (question.kind === 'multi_choice') return { value: chosen }
    return chosen.length === 1 ? { value: chosen[0] } : undefined
  })
}

/** The message itself is updated by a job, like in every other app. */
function reply({ words }: Outcome): object {
  return words === null ? { type: replies.deferredUpdate } : say(words)
}
