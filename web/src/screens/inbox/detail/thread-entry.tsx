import type { Thread } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Markdown } from '../../../app/markdown.tsx'
import { questionQuery } from '../../../app/queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { When } from '../../../ui/when.tsx'
import { answerWords } from '../question/answer-words.ts'
import { QuestionCard } from '../question/question-card.tsx'
import { useCameTooLate } from '../question/use-answer.ts'
import styles from './thread-entry.module.css'

interface Props {
  entry: Thread['entries'][number]
  /** Shown in full; otherwise a long text from an agent is behind a link. */
  isLong: boolean
  /** The title is already shown above. */
  isFirst: boolean
  hasKeys: boolean
}

const tooLong = 400

/** A notification, an answer or a message in a thread. */
export function ThreadSummary({ entry, isLong, isFirst, hasKeys }: Props) {
  const { kind, author, title, text, at, question_id: questionId } = entry
  const isCut = !isLong && kind === 'notification' && text.length > tooLong
  return (
    <li className={styles.entry}>
      <Avatar name={author.name} isAgent={author.kind !== 'user'} size={26} />
      <div className={styles.content}>
        <div className={styles.by}>
          <strong>{author.name}</strong>
          <When at={at} />
          {kind === 'answer' && <Badge tone="good">Answer</Badge>}
        </div>
        {title && !isFirst && (
          <p className={styles.title}>
            <Link to={`/inbox/${entry.id}` as string}>{title}</Link>
          </p>
        )}
        {kind === 'answer' && questionId ? (
          <AnswerText questionId={questionId} fallback={text} />
        ) : (
          <Markdown text={isCut ? `${text.slice(0, tooLong)} …` : text} />
        )}
        {kind === 'notification' && questionId && (
          <EntryQuestion id={questionId} hasKeys={hasKeys} />
        )}
      </div>
    </li>
  )
}

/** The question of an entry, unless its answer says everything. */
function EntryQuestion({ id, hasKeys }: { id: string; hasKeys: boolean }) {
  const { data } = useQuery(questionQuery(id))
  const cameTooLate = useCameTooLate(id)
  if (!data) return <Skeleton height={34} />
  // An answer has its own entry. A question that ended without one shows that.
  if (data.status === 'answered' && !cameTooLate) return null
  return <QuestionCard question={data} hasKeys={hasKeys} />
}

/** Shows the label of the chosen option, not its value. */
function AnswerText({ questionId, fallback }: { questionId: string; fallback: string }) {
  const { data } = useQuery(questionQuery(questionId))
  if (!data) return <Markdown text={fallback} />
  return (
    <>
      <p>{answerWords(data)}</p>
      {data.answer?.comment && <p>{data.answer.comment}</p>}
    </>
  )
}
