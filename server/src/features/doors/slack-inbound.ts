import { callSlack } from '../../channels/chat-apps/slack-app.ts'
import { modalAnswer, slackModal } from '../../channels/chat-apps/slack-views.ts'
import { postToService } from '../../channels/post-to-service.ts'
import type { Deps } from '../../deps.ts'
import { isUuid } from '../../lib/uuid.ts'
import { findQuestion, type WholeQuestion } from '../questions/find-question.ts'
import type { AnswerBody } from '../questions/schemas.ts'
import { findWorkspaceName } from '../workspaces/find-name.ts'
import { actorOfAccount, answerThrough, type Outcome } from './answer-through.ts'
import { linkAccount } from './link-account.ts'
import { openSecrets } from './open-chat-app.ts'
import type { ConnectionRow } from './queries.ts'
import { showQuestion } from './show-question.ts'

// biome-ignore lint/suspicious/noExplicitAny: the payload of another service, read field by field
type Json = any

/** The response to Slack, and what to do after it: Slack waits three seconds at most. */
export interface SlackReply {
  body: object | null
  afterwards?: () => Promise<void>
}

const nothing: SlackReply = { body: null }

/** Handles a verified interaction or slash command. */
export async function receiveFromSlack(
  deps: Deps,
  connection: ConnectionRow,
  payload: Json,
): Promise<SlackReply> {
  const team = payload.team?.id ?? payload.team_id
  if (team !== connection.settings.team_id) {
    deps.log.warn(
      { connection_id: connection.id, team },
      'a request from another Slack team was refused',
    )
    return nothing
  }
  if (typeof payload.command === 'string') return command(deps, connection, payload)
  if (payload.type === 'block_actions') return press(deps, connection, payload)
  if (payload.type === 'view_submission') return submit(deps, connection, payload)
  return nothing
}

async function command(deps: Deps, connection: ConnectionRow, payload: Json): Promise<SlackReply> {
  const [verb = '', code = ''] = String(payload.text ?? '')
    .trim()
    .split(/\s+/)
  const text =
    verb.toLowerCase() === 'link' && code !== ''
      ? await linkAccount(deps, connection, code, {
          accountId: String(payload.user_id),
          accountName: String(payload.user_name ?? payload.user_id),
          channelId: String(payload.user_id),
        })
      : 'To connect your account, create a code in Atelier and type: /atelier link CODE'
  return { body: { response_type: 'ephemeral', text } }
}

async function press(deps: Deps, connection: ConnectionRow, payload: Json): Promise<SlackReply> {
  const action = payload.actions?.[0]
  const accountId = String(payload.user?.id ?? '')
  if (!action || action.action_id === 'console') return nothing
  const pressed = String(action.selected_option?.value ?? action.value ?? '')
  const [questionId = '', value = ''] = splitData(pressed)
  if (!isUuid(questionId)) return nothing
  if (action.action_id === 'form') {
    return openModal(deps, connection, { accountId, questionId, triggerId: payload.trigger_id })
  }
  const outcome = await answerThrough(deps, connection, accountId, questionId, (question) =>
    pressedAnswer(question, value),
  )
  return outcome.words === null ? nothing : { body: null, afterwards: tell(deps, payload, outcome) }
}

/** An error for the person who pressed, which the others in a channel don't see. */
function tell(deps: Deps, payload: Json, { words }: Outcome): () => Promise<void> {
  return async () => {
    const url = String(payload.response_url ?? '')
    if (!isResponseUrl(deps, url)) return
    const body = { response_type: 'ephemeral', replace_original: false, text: words }
    await postToService(deps.safeFetch.webhooks, url, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
}

/** Signed by Slack, but still only ever Slack's own host. */
function isResponseUrl({ config }: Deps, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { origin } = new URL(url)
  return origin === 'https://hooks.slack.com' || origin === new URL(config.doors.slackUrl).origin
}

/** A button's value is a decision or the position of an option. */
export function pressedAnswer(
  { kind, options }: WholeQuestion,
  value: string,
): AnswerBody | undefined {
  if (kind === 'approval' || kind === 'edit') return { value }
  const option = /^\d{1,2}$/.test(value) ? options[Number(value)] : undefined
  return option && { value: option.value }
}

/** The trigger of a press is valid for three seconds. */
const modalTimeoutMs = 2500

async function openModal(
  deps: Deps,
  connection: ConnectionRow,
  {
    accountId,
    questionId,
    triggerId,
  }: { accountId: string; questionId: string; triggerId: string },
): Promise<SlackReply> {
  const person = await actorOfAccount(deps, connection, accountId)
  const { workspace_id } = connection
  const sql = deps.db.workspace(workspace_id)
  const question = await findQuestion(sql, workspace_id, questionId)
  const isAsked = question?.people.some(({ user_id }) => user_id === person?.link.user_id)
  if (!person || !question || !isAsked) {
    deps.log.warn({ connection_id: connection.id, account: accountId }, 'a form was refused')
    return nothing
  }
  const workspace = await findWorkspaceName(sql, workspace_id)
  const shown = showQuestion(deps, question, {
    userId: person.link.user_id,
    workspaceName: workspace,
  })
  const { bot_token } = openSecrets(deps, connection)
  const view = slackModal(shown, questionId)
  const { slackUrl } = deps.config.doors
  const body = { trigger_id: triggerId, view }
  await callSlack(deps.safeFetch.webhooks, slackUrl, bot_token, 'views.open', body, modalTimeoutMs)
  return nothing
}

async function submit(deps: Deps, connection: ConnectionRow, payload: Json): Promise<SlackReply> {
  const { view = {}, user = {} } = payload
  const questionId = String(view.private_metadata ?? '')
  if (!isUuid(questionId)) return nothing
  const outcome = await answerThrough(
    deps,
    connection,
    String(user.id ?? ''),
    questionId,
    (question) => {
      const { value, comment } = modalAnswer(question, view.state?.values ?? {})
      return { value, ...(comment && { comment }) }
    },
  )
  if (outcome.isAnswered) return { body: { response_action: 'clear' } }
  return {
    body: { response_action: 'errors', errors: placeErrors(outcome, view.state?.values ?? {}) },
  }
}

/** Slack shows an error at a field; one without a field stands at the first. */
function placeErrors({ words, errors }: Outcome, values: object): Record<string, string> {
  const blocks = Object.keys(values)
  const found = errors.flatMap(({ path, message }) => {
    const name = path.split('.')[1] ?? ''
    const block = blocks.find((one) => one === `field:${name}` || one === name)
    return block ? [[block, message]] : []
  })
  if (found.length > 0) return Object.fromEntries(found)
  return { [blocks[0] ?? 'value']: words ?? 'The answer was not accepted.' }
}

/** `<question id>:<value>` */
export function splitData(data: string): [string, string] {
  const at = data.indexOf(':')
  return at < 0 ? [data, ''] : [data.slice(0, at), data.slice(at + 1)]
}
