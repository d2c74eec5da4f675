import type { QuestionRow } from './queries.ts'

/** Who sees the events of a question: everyone asked, and the sender. */
export function readersOf({ user_id, sender_id, people, answerable_by }: QuestionRow) {
  const everyone = new Set([user_id, sender_id, ...people.map((person) => person.user_id)])
  return { people: [...everyone], isForMembers: answerable_by === 'anyone' }
}
