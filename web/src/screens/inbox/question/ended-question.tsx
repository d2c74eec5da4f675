import { Ban, CircleCheck, CircleX, HourglassIcon } from 'lucide-react'
import { Group } from 'react-aria-components'
import { TextDiff } from '../../../ui/text-diff.tsx'
import { When } from '../../../ui/when.tsx'
import { answerWords } from './answer-words.ts'
import { type AnyQuestion, type EditAnswer, readGiven, whoAnswered } from './any-question.ts'
import styles from './question.module.css'

/** How a question ended, and who answered it. */
export function EndedQuestion({
  question,
  cameTooLate,
}: {
  question: AnyQuestion
  cameTooLate: boolean
}) {
  const { status, ended_at } = question
  const given = readGiven(question)
  const edited =
    question.kind === 'edit' ? (given?.value as unknown as EditAnswer | undefined) : undefined
  const isNo =
    (question.kind === 'approval' && given?.value === 'rejected') || edited?.decision === 'rejected'
  return (
    <Group className={styles.ended as string} aria-label="Question">
      {cameTooLate && (
        <p role="alert" className={styles.late}>
          Your answer came too late and was not accepted.
        </p>
      )}
      {status === 'answered' && (
        <>
          <p className={isNo ? styles.no : styles.yes}>
            {isNo ? <CircleX size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
            <strong>{answerWords(question)}</strong>
          </p>
          {given?.comment && <p>{given.comment}</p>}
          {question.kind === 'form' && <Filled value={given?.value} />}
          {edited?.changed && 'draft' in question && (
            <TextDiff before={question.draft ?? ''} after={edited.text} />
          )}
          {given?.is_default && (
            <p className={styles.note}>Nobody answered in time, so the default answer was used.</p>
          )}
        </>
      )}
      {status === 'expired' && (
        <p className={styles.note}>
          <HourglassIcon size={15} aria-hidden /> Nobody answered in time.
        </p>
      )}
      {status === 'cancelled' && (
        <p className={styles.note}>
          <Ban size={15} aria-hidden /> The agent withdrew the question.
        </p>
      )}
      <p className={styles.note}>
        {status === 'answered' && !given?.is_default && `Answered by ${whoAnswered(question)}`}
        {ended_at && <When at={ended_at} />}
      </p>
      {'authentication' in question && question.authentication && (
        <p className={styles.note}>{question.authentication.statement}</p>
      )}
    </Group>
  )
}

function Filled({ value }: { value: unknown }) {
  if (typeof value !== 'object' || value === null) return null
  return (
    <dl className={styles.filled}>
      {Object.entries(value).map(([name, one]) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>{typeof one === 'object' ? JSON.stringify(one) : String(one)}</dd>
        </div>
      ))}
    </dl>
  )
}
