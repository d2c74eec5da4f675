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
import type { AnswerBody, Answerer, AnswerGiven, Question } from '../schemas.ts'
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
    const given = { value: checkAnswer(question, value), comment: comment ?? null }
    await requireFormRecords(tx, workspaceId, question, given.value)
    if (question.quorum) return vote(deps, tx, actor, question, given, through, now)
    return finish(deps, tx, actor, question, given, through, now)
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
  answer: AnswerGiven,
  { door, authenticatedBy, strength, statement }: Door,
  now: Date,
): Promise<WholeQuestion> {
  const ended = await endQuestion(deps, tx, actor, question, {
    status: 'answered',
    answer,
    answered_by: await nameAnswerer(tx, actor),
    answered_via: door,
    authenticated_by: authenticatedBy,
    authentication: { strength, statement },
    ended_at: now,
  })
  const { notification_id: id, thread_id: threadId } = question
  await markAnswered(tx, actor.workspaceId, { id, threadId }, now)
  return ended
}

async function nameAnswerer(tx: Tx, actor: Actor): Promise<Answerer> {
  const { userId, kind, name, agentId } = actor
  const { type, on_behalf_of } = await describeActor(tx, actor)
  const agent = agentId !== undefined && { agent_id: agentId }
  return {
    id: userId,
    name,
    kind,
    type,
    ...agent,
    ...(on_behalf_of && { on_behalf_of }),
  } as Answerer
}

/** Records one vote of a quorum, and ends the question once it is decided. */
async function vote(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  question: WholeQuestion,
  answer: AnswerGiven,
  through: Door,
  now: Date,
): Promise<WholeQuestion> {
  const { workspaceId, userId } = actor
  const own = question.people.find(({ user_id }) => user_id === userId)
  if (own?.answer) {
    throw problem('question_answered', {
      detail: `You already answered: ${describeAnswer(question, own.answer)}.`,
    })
  }
  const cast: Vote = {
    answer,
    answered_via: through.door,
    authenticated_by: through.authenticatedBy,
    authentication: { strength: through.strength, statement: through.statement },
    answered_at: now,
  }
  await saveVote(tx, workspaceId, question.id, userId, cast)
  const after = (await lockQuestion(tx, workspaceId, question.id)) as WholeQuestion
  const { quorum, people } = after
  const decision = quorum && decideQuorum(quorum, people)
  if (decision) return finish(deps, tx, actor, after, { ...answer, value: decision }, through, now)
  await publish(tx, actor, {
    type: 'question.voted',
    object: { type: 'question', id: question.id },
    data: { thread_id: question.thread_id, notification_id: question.notification_id },
    at: now,
    ...listReaders(question),
  })
  return after
}
