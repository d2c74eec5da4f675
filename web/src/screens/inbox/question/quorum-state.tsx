import type { Question } from '@atelier/sdk'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import styles from './question.module.css'

/** Who was asked, who answered what, and who can still answer. */
export function QuorumState({ question }: { question: Question }) {
  const { quorum, people } = question
  if (!quorum && people.length < 2) return null
  return (
    <div className={styles.people}>
      {quorum && (
        <p className={styles.label}>
          {quorum.approved} of {quorum.needed} approvals
        </p>
      )}
      <ul className={styles.peopleList}>
        {people.map((person) => (
          <li key={person.user_id} className={styles.note}>
            {chooseIcon(person)} {person.name || `Person ${person.user_id}`}:{' '}
            {describePerson(person, people)}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Person = Question['people'][number]

function chooseIcon({ answer }: Person) {
  if (!answer) return <CircleDashed size={14} aria-hidden />
  return answer.value === 'rejected' ? (
    <CircleX size={14} aria-hidden />
  ) : (
    <CircleCheck size={14} aria-hidden />
  )
}

function describePerson(
  { answer, delegated_to, reason, can_answer }: Person,
  people: Person[],
): string {
  if (delegated_to !== null) {
    const other = people.find(({ user_id }) => user_id === delegated_to)
    return `delegated to ${other?.name ?? 'someone else'}`
  }
  if (answer) return typeof answer.value === 'string' ? answer.value : 'answered'
  if (!can_answer) return 'not asked any more'
  return reason === 'escalated' ? 'asked later, no answer yet' : 'no answer yet'
}
