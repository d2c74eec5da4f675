import { TryLater, Undeliverable } from '../../channels/channel.ts'
import type { ChatApp, DoorMessage, MessagePlace } from '../../channels/chat-apps/door-message.ts'
import { isAboutDelivery } from '../../channels/post-to-service.ts'
import type { Deps } from '../../deps.ts'
import { backoff } from '../../platform/work/backoff.ts'
import { countReminders } from '../questions/ask/nudge-questions.ts'
import { findQuestion, type WholeQuestion } from '../questions/find-question.ts'
import { findWorkspaceName } from '../workspaces/find-name.ts'
import { type MessageJob, messageQueue, type QuestionJob } from './door-jobs.ts'
import {
  claimMessage,
  type DoorMessageRow,
  insertMessage,
  isThere,
  listMessages,
  releaseMessage,
} from './message-queries.ts'
import { openChatApp, openSecrets } from './open-chat-app.ts'
import { connectionById, noteConnection, selectLinks } from './queries.ts'
import { describeState, showQuestion } from './show-question.ts'

const maxAttempts = 60
const busySeconds = 60

/** Plans which messages a question needs: new ones, and those that show an old state. */
export async function planMessages(
  deps: Deps,
  { workspace_id: workspaceId, question_id }: QuestionJob,
): Promise<void> {
  await deps.db.transaction(workspaceId, async (tx) => {
    const question = await findQuestion(tx, workspaceId, question_id)
    if (!question) return
    const waiting = question.people.filter(({ can_answer }) => can_answer)
    const userIds = question.status === 'open' ? waiting.map(({ user_id }) => user_id) : []
    const reminders_sent = countReminders(question)
    const jobs: string[] = []
    for (const link of userIds.length > 0 ? await selectLinks(tx, workspaceId, userIds) : []) {
      const added = await insertMessage(tx, {
        id: deps.random.uuid(),
        workspace_id: workspaceId,
        question_id,
        connection_id: link.connection_id,
        user_id: link.user_id,
        channel_id: link.channel_id,
        reminders_sent,
        created_at: deps.clock(),
      })
      if (added) jobs.push(added)
    }
    for (const message of await listMessages(tx, workspaceId, question_id)) {
      const isOld = message.shown !== describeState(question, message.user_id)
      const needsReminder = message.reminders_sent < reminders_sent
      if (message.message_id !== null && (isOld || needsReminder)) jobs.push(message.id)
    }
    await deps.queue.sendAll(
      tx,
      jobs.map((id) => buildJob(workspaceId, id)),
    )
  })
}

/** Sends a message, or updates one that shows an old state. */
export async function deliverMessage(
  deps: Deps,
  { workspace_id: workspaceId, message_id }: MessageJob,
): Promise<void> {
  const sql = deps.db.workspace(workspaceId)
  const now = deps.clock()
  const until = new Date(now.getTime() + busySeconds * 1000)
  const row = await claimMessage(sql, workspaceId, message_id, { now, until })
  if (!row) {
    // Another process works on it, and may show an older state.
    if (await isThere(sql, workspaceId, message_id)) await again(deps, workspaceId, message_id, 2)
    return
  }
  try {
    await bringUpToDate(deps, row)
  } catch (error) {
    await noteFailure(deps, row, error as Error)
  }
}

async function bringUpToDate(deps: Deps, row: DoorMessageRow): Promise<void> {
  const { workspace_id: workspaceId, id, user_id: userId } = row
  const sql = deps.db.workspace(workspaceId)
  const [question, connection, name] = await Promise.all([
    findQuestion(sql, workspaceId, row.question_id),
    connectionById(sql, workspaceId, row.connection_id),
    findWorkspaceName(sql, workspaceId),
  ])
  if (!question || !connection) return releaseMessage(sql, workspaceId, id, { lastError: null })
  const app = openChatApp(deps, connection.kind, openSecrets(deps, connection))
  const shown = describeState(question, userId)
  const done = { lastError: null, shown, attempts: 0, remindersSent: countReminders(question) }
  const message = showQuestion(deps, question, { userId, workspaceName: name })
  const needsReminder = message.ended === null && row.reminders_sent < done.remindersSent
  if (!app || (row.shown === shown && !needsReminder)) {
    return releaseMessage(sql, workspaceId, id, done)
  }
  if (row.message_id !== null) {
    const old = { channelId: row.channel_id, messageId: row.message_id }
    const place = needsReminder
      ? await sendReminder(deps, app, row, old, message)
      : await app.update(old, message)
    await releaseMessage(sql, workspaceId, id, { ...done, ...place })
  } else if (message.ended === null) {
    const place = await app.send(row.channel_id, message)
    await releaseMessage(sql, workspaceId, id, { ...done, ...place })
  } else {
    // It ended before the first message was sent.
    return releaseMessage(sql, workspaceId, id, done)
  }
  await noteConnection(sql, connection, null)
  await checkAgain(deps, row, done)
}

/**
 * Apps don't notify of an edited message, so a reminder is a new one. The old message loses its
 * buttons first: a person answers in one place. Someone who unlinked their account gets nothing.
 */
async function sendReminder(
  { db }: Pick<Deps, 'db'>,
  app: ChatApp,
  { workspace_id, user_id, connection_id }: DoorMessageRow,
  old: MessagePlace,
  message: DoorMessage,
): Promise<MessagePlace | undefined> {
  const links = await selectLinks(db.workspace(workspace_id), workspace_id, [user_id])
  const link = links.find((one) => one.connection_id === connection_id)
  if (!link) return undefined
  await app.update(old, { ...message, ended: 'See the reminder below.' }).catch((error) => {
    // The person deleted it.
    if (!(error instanceof Undeliverable)) throw error
  })
  return app.send(link.channel_id, { ...message, title: `Reminder: ${message.title}` })
}

/** The question may have changed while the app answered. */
async function checkAgain(
  deps: Deps,
  row: DoorMessageRow,
  done: { shown: string; remindersSent: number },
): Promise<void> {
  const { workspace_id: workspaceId, id, user_id } = row
  const sql = deps.db.workspace(workspaceId)
  const question: WholeQuestion | undefined = await findQuestion(sql, workspaceId, row.question_id)
  if (!question) return
  const isOld = describeState(question, user_id) !== done.shown
  if (isOld || countReminders(question) > done.remindersSent) await again(deps, workspaceId, id, 0)
}

async function noteFailure(deps: Deps, row: DoorMessageRow, error: Error): Promise<void> {
  if (!isAboutDelivery(error)) {
    await releaseMessage(deps.db.workspace(row.workspace_id), row.workspace_id, row.id, {
      lastError: 'Something went wrong on our side.',
    })
    throw error
  }
  const { workspace_id, id, connection_id, attempts } = row
  const sql = deps.db.workspace(workspace_id)
  await releaseMessage(sql, workspace_id, id, { lastError: error.message })
  await noteConnection(sql, { workspace_id, id: connection_id }, error.message)
  if (error instanceof Undeliverable || attempts >= maxAttempts) {
    deps.log.warn({ connection_id, reason: error.message }, 'a chat app did not accept a message')
    return
  }
  const pause = backoff(attempts, { first: 2, max: 900 })
  const seconds = error instanceof TryLater ? error.afterSeconds : pause
  await again(deps, workspace_id, id, Math.ceil(seconds))
}

function buildJob(workspaceId: number, messageId: string, afterSeconds = 0) {
  const data: MessageJob = { workspace_id: workspaceId, message_id: messageId }
  return { queue: messageQueue, data, ...(afterSeconds > 0 && { afterSeconds }) }
}

async function again(deps: Deps, workspaceId: number, id: string, seconds: number): Promise<void> {
  await deps.db.transaction(workspaceId, (tx) =>
    deps.queue.sendAll(tx, [buildJob(workspaceId, id, seconds)]),
  )
}
