import type { Deps } from '../../../deps.ts'
import { serviceActor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { sendCopies } from '../../notifications/send/send-notifications.ts'
import { lockQuestion, type WholeQuestion } from '../find-question.ts'
import { findGroup, insertPeople } from '../people-queries.ts'
import { findDueNudges, saveNudges } from '../queries.ts'
import type { QuestionDetails } from './check-question.ts'
import { publishAsked } from './publish-asked.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config'>

/** Sends reminders and escalates. Each happens once, whichever process does it. */
export async function nudgeQuestions(deps: Needs): Promise<void> {
  const now = deps.clock()
  for (const { id, workspace_id } of await findDueNudges(deps.db.system, now)) {
    await deps.db.transaction(workspace_id, async (tx) => {
      const question = await lockQuestion(tx, workspace_id, id)
      if (question?.status === 'open') await nudge(deps, tx, question, now)
    })
  }
}

async function nudge(deps: Needs, tx: Tx, question: WholeQuestion, now: Date): Promise<void> {
  const { workspace_id, id, details, nudges_done, created_at } = question
  const elapsed = (now.getTime() - created_at.getTime()) / 1000
  const due = listNudges(details)
    .slice(nudges_done)
    .filter(({ afterSeconds }) => afterSeconds <= elapsed)
  const done = nudges_done + due.length
  await saveNudges(tx, workspace_id, id, { done, nextAt: findNextNudge(details, created_at, done) })
  // After a downtime several reminders are due; one is enough.
  if (due.some(({ kind }) => kind === 'remind')) await remind(deps, tx, question, now)
  for (const step of due) {
    if (step.kind === 'escalate') await escalate(deps, tx, question, step.to, now)
  }
}

async function remind(deps: Needs, tx: Tx, question: WholeQuestion, now: Date): Promise<void> {
  const waiting = question.people.filter(({ can_answer }) => can_answer)
  const userIds = waiting.map(({ user_id }) => user_id)
  const { workspace_id: workspaceId, notification_id: id, sender_id } = question
  await sendCopies(deps, tx, { workspaceId, id }, userIds, { prefix: 'Reminder' })
  const service = serviceActor(workspaceId, sender_id)
  await publishAsked(tx, service, question, 'question.reminded', userIds, now)
}

async function escalate(
  deps: Needs,
  tx: Tx,
  question: WholeQuestion,
  to: Parameters<typeof findGroup>[2],
  now: Date,
): Promise<void> {
  const { workspace_id, id, user_id, notification_id } = question
  const found = await findGroup(tx, workspace_id, to)
  const others = question.quorum ? found : found.filter((one) => one !== user_id)
  const added = await insertPeople(tx, workspace_id, id, others, { reason: 'escalated', at: now })
  if (added.length === 0) return
  const first = { workspaceId: workspace_id, id: notification_id }
  await sendCopies(deps, tx, first, added, { prefix: 'Escalated' })
  const service = serviceActor(workspace_id, question.sender_id)
  await publishAsked(tx, service, question, 'question.escalated', added, now)
}

type Nudge =
  | { kind: 'remind'; afterSeconds: number }
  | {
      kind: 'escalate'
      afterSeconds: number
      to: NonNullable<QuestionDetails['escalate']>[number]['to']
    }

/** Reminders and escalations of a question, in the order of their times. */
function listNudges({ remind_after_seconds = [], escalate = [] }: QuestionDetails): Nudge[] {
  const reminders = remind_after_seconds.map((afterSeconds) => ({
    kind: 'remind' as const,
    afterSeconds,
  }))
  const escalations = escalate.map(({ after_seconds, to }) => ({
    kind: 'escalate' as const,
    afterSeconds: after_seconds,
    to,
  }))
  return [...reminders, ...escalations].sort((a, b) => a.afterSeconds - b.afterSeconds)
}

/** How many reminders of a question were sent. */
export function countReminders({
  details,
  nudges_done,
}: {
  details: QuestionDetails
  nudges_done: number
}): number {
  const done = listNudges(details).slice(0, nudges_done)
  return done.filter(({ kind }) => kind === 'remind').length
}

/** The time of the first nudge that is not done yet. */
export function findNextNudge(
  details: QuestionDetails,
  createdAt: Date,
  done: number,
): Date | null {
  const next = listNudges(details)[done]
  return next ? new Date(createdAt.getTime() + next.afterSeconds * 1000) : null
}
