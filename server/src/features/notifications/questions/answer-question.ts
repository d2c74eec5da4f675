import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { publish } from '../../events/publish.ts'
import { advanceReceipts } from '../delivery-queries.ts'
import { markCopiesRead, markRead } from '../queries.ts'
import { answerWords } from './answer-words.ts'
import { checkAnswer } from './check-answer.ts'
import { finishQuestion } from './finish-question.ts'
import { requireFormRecords } from './form-records.ts'
import { mayAnswer } from './people.ts'
import { saveVote, type Vote } from './people-queries.ts'
import { type End, lockQuestion, type QuestionRow } from './queries.ts'
import { decisionOf } from './quorum.ts'
import { readersOf } from './readers-of.ts'
import type { AnswerBody, AnswerGiven, Question } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'queue'>

/** Where an answer was given, and what proved who gave it. */
export interface Door {
  door: 'api' | 'console' | 'mail' | 'mail-reply' | 'mcp' | 'slack' | 'telegram' | 'discord'
  authenticatedBy: string
}

/**
 * Answers a question. Every door calls this. Exactly one answer wins; later ones get an error that
 * names its author. With a quorum, each person's vote counts once.
 */
export async function answerQuestion(
  deps: Needs,
  actor: Actor,
  id: string,
  { value, comment }: AnswerBody,
  through: Door = doorOf(actor),
): Promise<Question> {
  requirePermission(actor, 'notifications:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const question = await lockQuestion(tx, workspaceId, id)
    if (!question || !mayAnswer(actor, question)) throw problem('question_not_found')
    const now = deps.clock()
    requireOpen(question, now)
    const given = { value: checkAnswer(question, value), comment: comment ?? null }
    await requireFormRecords(tx, workspaceId, question, given.value)
    if (question.quorum) return vote(deps, tx, actor, question, given, through, now)
    return end(deps, tx, actor, question, given, through, now)
  })
}

/** An API key acts for a person; a browser session is the person. */
function doorOf({ credentialId, isBrowser, via }: Actor): Door {
  const [kind = ''] = credentialId.split(':')
  const authenticatedBy = kind === 'key' ? 'api-key' : kind
  if (isBrowser) return { door: 'console', authenticatedBy }
  return { door: via === 'mcp' ? 'mcp' : 'api', authenticatedBy }
}

async function end(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  question: QuestionRow,
  answer: AnswerGiven,
  { door, authenticatedBy }: Door,
  now: Date,
): Promise<QuestionRow> {
  const { workspaceId, userId, name, kind } = actor
  const how: End = {
    status: 'answered',
    answer,
    answered_by: { id: userId, name, kind },
    answered_via: door,
    authenticated_by: authenticatedBy,
    ended_at: now,
  }
  const ended = await finishQuestion(deps, tx, actor, question, how)
  const { notification_id } = question
  await markRead(tx, workspaceId, notification_id, now)
  if (question.people.length > 1 || question.nudges_done > 0) {
    await markCopiesRead(tx, workspaceId, question, now)
  }
  await advanceReceipts(tx, workspaceId, [notification_id], 'answered', now)
  return ended
}

/** Records one vote of a quorum, and ends the question once it is decided. */
async function vote(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  question: QuestionRow,
  answer: AnswerGiven,
  through: Door,
  now: Date,
): Promise<QuestionRow> {
  const { workspaceId, userId } = actor
  const own = question.people.find(({ user_id }) => user_id === userId)
  if (own?.answer) {
    throw problem('question_answered', {
      detail: `You already answered: ${answerWords(question, own.answer)}.`,
    })
  }
  const cast: Vote = {
    answer,
    answered_via: through.door,
    authenticated_by: through.authenticatedBy,
    answered_at: now,
  }
  await saveVote(tx, workspaceId, question.id, userId, cast)
  const after = (await lockQuestion(tx, workspaceId, question.id)) as QuestionRow
  const { quorum, people } = after
  const decision = quorum && decisionOf(quorum, people)
  if (decision) return end(deps, tx, actor, after, { ...answer, value: decision }, through, now)
  await publish(tx, actor, {
    type: 'question.voted',
    object: { type: 'question', id: question.id },
    data: { thread_id: question.thread_id, notification_id: question.notification_id },
    at: now,
    ...readersOf(question),
  })
  return after
}

/** An overdue question counts as expired even before its status changes. */
export function requireOpen(question: QuestionRow, now: Date): void {
  const { status, expires_at, answered_by, answer, ended_at } = question
  if (status === 'answered') {
    const words = answer ? answerWords(question, answer).slice(0, 200) : ''
    throw problem('question_answered', {
      detail: `${answered_by?.name ?? 'Nobody'} answered at ${ended_at?.toISOString()}: ${words}`,
    })
  }
  if (status === 'cancelled') {
    throw problem('question_cancelled', { detail: 'The sender has withdrawn the question.' })
  }
  if (status === 'expired' || (expires_at !== null && expires_at <= now)) {
    throw problem('question_expired', {
      detail: `The question expired at ${expires_at?.toISOString()}.`,
    })
  }
}
