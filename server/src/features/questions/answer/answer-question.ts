import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { type Problem, problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { publish } from '../../events/publish.ts'
import { markAnswered } from '../../notifications/mark-notifications.ts'
import { describeActor } from '../describe-actor.ts'
import { lockQuestion, type WholeQuestion } from '../find-question.ts'
import { decideQuorum, listReaders, mayAnswer } from '../people.ts'
import { saveVote, type Vote } from '../people-queries.ts'
import type { AnswerBody, Answerer, Question } from '../schemas.ts'
import { checkAnswer, describeAnswer } from './check-answer.ts'
import { endQuestion, requireOpen } from './end-question.ts'
import { requireFormRecords } from './form-records.ts'
import { type Door, readDoor, requireProof } from './proof.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'queue'>

/**
 * Answers a question. Every door calls this. Exactly one answer wins; later ones get an error that
 * names its author. With a quorum, each person's vote counts once.
 */
export async function answerQuestion(
  deps: Needs,
  actor: Actor,
  id: string,
  { value, comment }: AnswerBody,
  through: Door = readDoor(actor),
): Promise<Question> {
  requirePermission(actor, 'notifications:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const question = await lockQuestion(tx, workspaceId, id)
    if (!question || !mayAnswer(actor, question)) throw chooseRefusal(actor, question)
    await requireProof(tx, actor, question, through)
    const now = deps.clock()
    requireOpen(question, now)
    const answer = { value: checkAnswer(question, value), comment: comment ?? null }
    await requireFormRecords(tx, workspaceId, question, answer.value)
    const given: Vote = {
      answer,
      answered_via: through.door,
      authenticated_by: through.authenticatedBy,
      authentication: { strength: through.strength, statement: through.statement },
      answered_at: now,
    }
    return (question.quorum ? vote : finish)(deps, tx, actor, question, given)
  })
}

/** Someone who delegated the question knows it, so the refusal says so. */
function chooseRefusal({ userId }: Actor, question: WholeQuestion | undefined): Problem {
  const to = question?.people.find(({ user_id }) => user_id === userId)?.delegated_to
  if (!to) return problem('question_not_found')
  const name = question.people.find(({ user_id }) => user_id === to)?.name
  return problem('question_answered', { detail: `You delegated the question to ${name}.` })
}

async function finish(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  question: WholeQuestion,
  { answered_at: now, ...given }: Vote,
): Promise<WholeQuestion> {
  const answered_by = await nameAnswerer(tx, actor)
  const end = { ...given, status: 'answered' as const, answered_by, ended_at: now }
  const ended = await endQuestion(deps, tx, actor, question, end)
  const { notification_id: id, thread_id: threadId } = question
  await markAnswered(tx, actor.workspaceId, { id, threadId }, now)
  return ended
}

async function nameAnswerer(tx: Tx, actor: Actor): Promise<Answerer> {
  const { userId, kind, name, agentId } = actor
  const { type, on_behalf_of } = await describeActor(tx, actor)
  const agent = agentId !== undefined && { agent_id: agentId }
  const owner = on_behalf_of && { on_behalf_of }
  return { id: userId, name, kind, type, ...agent, ...owner } as Answerer
}

/** Records one vote of a quorum, and ends the question once it is decided. */
async function vote(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  question: WholeQuestion,
  given: Vote,
): Promise<WholeQuestion> {
  const { workspaceId, userId } = actor
  const { id, thread_id, notification_id } = question
  const own = question.people.find(({ user_id }) => user_id === userId)
  if (own?.answer) {
    throw problem('question_answered', {
      detail: `You already answered: ${describeAnswer(question, own.answer)}.`,
    })
  }
  await saveVote(tx, workspaceId, id, userId, given)
  const after = (await lockQuestion(tx, workspaceId, id)) as WholeQuestion
  const { quorum, people } = after
  const value = quorum && decideQuorum(quorum, people)
  if (value) return finish(deps, tx, actor, after, { ...given, answer: { ...given.answer, value } })
  await publish(tx, actor, {
    type: 'question.voted',
    object: { type: 'question', id },
    data: { thread_id, notification_id },
    at: given.answered_at,
    ...listReaders(question),
  })
  return after
}
