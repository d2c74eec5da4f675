import { type Actor, isAdministrator } from '../../http/permissions.ts'
import type { WholeQuestion } from './find-question.ts'
import type { Respondent } from './schemas.ts'

/** A row of `question_people` with the person's name. */
export type PersonRow = Omit<Respondent, 'can_answer'> & { authenticated_by: string | null }

type QuestionState = Pick<
  WholeQuestion,
  'user_id' | 'status' | 'answer' | 'answered_by' | 'answered_via' | 'authentication'
> & {
  ended_at: Date | null
  details: WholeQuestion['details']
}

/** Adds the person first asked, who has a row only if something happened to them. */
export function listPeople(
  question: QuestionState,
  askedName: string,
  rows: readonly PersonRow[],
): (Respondent & { authenticated_by: string | null })[] {
  const isVote = question.details.quorum !== undefined
  const hasRow = rows.some(({ user_id }) => user_id === question.user_id)
  const first: PersonRow = {
    user_id: question.user_id,
    name: askedName,
    reason: 'asked',
    delegated_by: null,
    delegated_to: null,
    answer: null,
    answered_via: null,
    authenticated_by: null,
    authentication: null,
    answered_at: null,
  }
  const all = isVote || hasRow ? rows : [first, ...rows]
  return all.map((row) => {
    // Without a quorum, the one answer stands in the question itself.
    const gave = !isVote && row.user_id === question.answered_by?.id
    const own = gave
      ? {
          answer: question.answer,
          answered_via: question.answered_via,
          authentication: question.authentication,
          answered_at: question.ended_at,
        }
      : {}
    const isFree = row.delegated_to === null && row.answer === null
    return { ...row, ...own, can_answer: question.status === 'open' && isFree }
  })
}

/**
 * Whether the actor may answer. With a quorum only those who were asked; otherwise also
 * administrators, and every member if the question says so.
 */
export function mayAnswer(actor: Actor, question: WholeQuestion): boolean {
  const own = question.people.find(({ user_id }) => user_id === actor.userId)
  if (question.quorum) return own !== undefined && own.delegated_to === null
  if (own && own.delegated_to === null) return true
  const isMember = actor.role !== 'guest'
  return isAdministrator(actor) || (question.answerable_by === 'anyone' && isMember)
}

/** Who sees the events of a question: everyone asked, and the sender. */
export function listReaders({
  user_id,
  sender_id,
  people,
  answerable_by,
}: Pick<WholeQuestion, 'user_id' | 'sender_id' | 'answerable_by'> & {
  people: readonly { user_id: number }[]
}) {
  const everyone = new Set([user_id, sender_id, ...people.map((person) => person.user_id)])
  return { people: [...everyone], isForMembers: answerable_by === 'anyone' }
}

export interface Quorum {
  needed: number
  rule: 'approve_all' | 'first_rejection_ends'
}

type Vote = Pick<Respondent, 'answer' | 'delegated_to' | 'reason'>

/** The votes so far. Who delegated their vote has none. */
export function countVotes(people: readonly Vote[]) {
  const voters = people.filter(({ delegated_to }) => delegated_to === null)
  const count = (value: string) => voters.filter(({ answer }) => answer?.value === value).length
  const [approved, rejected] = [count('approved'), count('rejected')]
  return { approved, rejected, waiting: voters.length - approved - rejected }
}

/** The decision, as soon as no further vote can change it. */
export function decideQuorum(
  { needed, rule }: Quorum,
  people: readonly Vote[],
): 'approved' | 'rejected' | undefined {
  const { approved, rejected, waiting } = countVotes(people)
  if (approved >= needed) return 'approved'
  if (rule === 'first_rejection_ends' && rejected > 0) return 'rejected'
  return approved + waiting < needed ? 'rejected' : undefined
}
