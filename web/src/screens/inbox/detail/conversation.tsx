import type { Thread } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { Refusal } from '../../../app/refusal.tsx'
import { useMay } from '../../../app/session.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { threadQuery } from '../queries.ts'
import { Composer } from './composer.tsx'
import styles from './conversation.module.css'
import detail from './detail.module.css'
import { ThreadSummary } from './thread-entry.tsx'

interface Props {
  threadId: string
  /** The notification shown above, to leave out here. */
  except?: string
  /** Its question, which reminders and copies repeat. */
  exceptQuestion?: string | undefined
  /** Set if only the conversation is shown. */
  isWhole?: boolean
}

/** The messages of a thread, oldest first, and a field to reply. */
export function Conversation({ threadId, except, exceptQuestion, isWhole = false }: Props) {
  const { data: thread, error } = useQuery(threadQuery(threadId))
  const mayWrite = useMay('notifications:write')
  const isShownAbove = ({ id, kind, question_id }: Thread['entries'][number]) =>
    id === except ||
    (kind === 'notification' && question_id !== null && question_id === exceptQuestion)
  const entries = thread?.entries.filter((entry) => !isShownAbove(entry)) ?? []
  const approvals = isWhole ? onlyQuestion(thread) : undefined
  return (
    <section className={isWhole ? undefined : detail.part} aria-label="Conversation">
      {!isWhole && <h3>Conversation</h3>}
      {!thread && !error && <SkeletonRows count={2} height={56} />}
      {!thread && <Refusal error={error} />}
      {entries.length > 0 && (
        <ol className={styles.entries}>
          {entries.map((entry, index) => (
            <ThreadSummary
              key={`${entry.kind} ${entry.id}`}
              entry={entry}
              isLong={isWhole}
              isFirst={isWhole && index === 0 && entry.title === thread?.title}
              hasKeys={entry.question_id !== null && entry.question_id === approvals}
            />
          ))}
        </ol>
      )}
      {thread && mayWrite && <Composer threadId={threadId} />}
    </section>
  )
}

/** The approval shortcuts need exactly one open question; with two they would be ambiguous. */
function onlyQuestion(thread: Thread | undefined): string | undefined {
  if (thread?.open_questions !== 1) return undefined
  const answered = new Set(
    thread.entries.filter(({ kind }) => kind === 'answer').map(({ question_id }) => question_id),
  )
  const open = thread.entries.filter(
    ({ kind, question_id }) =>
      kind === 'notification' && question_id !== null && !answered.has(question_id),
  )
  return open.at(-1)?.question_id ?? undefined
}
