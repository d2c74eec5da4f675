import type { Respondent } from './schemas.ts'

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
export function decisionOf(
  { needed, rule }: Quorum,
  people: readonly Vote[],
): 'approved' | 'rejected' | undefined {
  const { approved, rejected, waiting } = countVotes(people)
  if (approved >= needed) return 'approved'
  if (rule === 'first_rejection_ends' && rejected > 0) return 'rejected'
  return approved + waiting < needed ? 'rejected' : undefined
}
