import type { Deps } from '../../../deps.ts'
import { serviceActor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { askFurther, publishAsked } from './ask-further.ts'
import { dueNudges } from './due-queries.ts'
import { nextNudgeAt, nudgesOf } from './nudge-schedule.ts'
import { insertPeople, peopleIn, saveNudges } from './people-queries.ts'
import { lockQuestion, type QuestionRow } from './queries.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config'>

/** Sends reminders and escalates. Each happens once, whichever process does it. */
export async function nudgeQuestions(deps: Needs): Promise<void> {
  const now = deps.clock()
  for (const { id, workspace_id } of await dueNudges(deps.db.system, now)) {
    await deps.db.transaction(workspace_id, async (tx) => {
      const question = await lockQuestion(tx, workspace_id, id)
      if (question?.status === 'open') await nudge(deps, tx, question, now)
    })
  }
}

async function nudge(deps: Needs, tx: Tx, question: QuestionRow, now: Date): Promise<void> {
  const { workspace_id, id, details, nudges_done, created_at } = question
  const elapsed = (now.getTime() - created_at.getTime()) / 1000
  const due = nudgesOf(details)
    .slice(nudges_done)
    .filter(({ afterSeconds }) => afterSeconds <= elapsed)
  const done = nudges_done + due.length
  await saveNudges(tx, workspace_id, id, { done, nextAt: nextNudgeAt(details, created_at, done) })
  // After a downtime several reminders are due; one is enough.
  if (due.some(({ kind }) => kind === 'remind')) await remind(deps, tx, question, now)
  for (const step of due) {
    if (step.kind === 'escalate') await escalate(deps, tx, question, step.to, now)
  }
}

async function remind(deps: Needs, tx: Tx, question: QuestionRow, now: Date): Promise<void> {
  const waiting = question.people.filter(({ can_answer }) => can_answer)
  const userIds = waiting.map(({ user_id }) => user_id)
  await askFurther(deps, tx, question, userIds, { prefix: 'Reminder' })
  const service = serviceActor(question.workspace_id, question.sender_id)
  await publishAsked(tx, service, question, 'question.reminded', userIds, now)
}

async function escalate(
  deps: Needs,
  tx: Tx,
  question: QuestionRow,
  to: Parameters<typeof peopleIn>[2],
  now: Date,
): Promise<void> {
  const { workspace_id, id, user_id } = question
  const found = await peopleIn(tx, workspace_id, to)
  const others = question.quorum ? found : found.filter((one) => one !== user_id)
  const added = await insertPeople(tx, workspace_id, id, others, { reason: 'escalated', at: now })
  if (added.length === 0) return
  await askFurther(deps, tx, question, added, { prefix: 'Escalated' })
  const service = serviceActor(workspace_id, question.sender_id)
  await publishAsked(tx, service, question, 'question.escalated', added, now)
}
