import type { Notification } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { FailureView } from '../../../app/failure-view.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { When } from '../../../ui/when.tsx'
import { useNotificationQuery } from '../queries.ts'
import { QuestionCard } from '../question/question-card.tsx'
import type { Triage } from '../use-triage.ts'
import { Conversation } from './conversation.tsx'
import styles from './detail.module.css'
import { DetailBar } from './detail-bar.tsx'
import type { SnoozeState } from './detail-pane.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { EventCard } from './event-card.tsx'
import { findAppearance } from './event-types.ts'
import { MuteButton } from './mute-button.tsx'
import { Receipts } from './receipts.tsx'

interface Props {
  id: string
  triage: Triage
  snoozing: SnoozeState
}

/** A notification: its content, question, conversation and delivery receipts. */
export function NotificationDetail({ id, triage, snoozing }: Props) {
  const { data, error } = useQuery(useNotificationQuery(id))
  useReading(data, triage)
  return (
    <>
      <DetailBar triage={triage} snoozing={snoozing}>
        {data?.thread_id && <MuteButton threadId={data.thread_id} />}
      </DetailBar>
      {data ? (
        <Shown item={data} />
      ) : error ? (
        <FailureView error={error} reset={() => {}} />
      ) : (
        <DetailSkeleton />
      )}
    </>
  )
}

/** Opening marks the whole thread as read. If the person then marks it unread, it stays unread. */
function useReading(item: Notification | undefined, { items, read }: Triage): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!item || isDone.current) return
    isDone.current = true
    read(items.some(({ id }) => id === item.id) ? items : [item])
  }, [item, items, read])
}

function Shown({ item }: { item: Notification }) {
  const { label, tone } = findAppearance(
    (item._extra as { event_type?: string }).event_type,
    item.category,
  )
  return (
    <div className={styles.body}>
      <article className={styles.column}>
        <header className={styles.head}>
          <h2>{item.title}</h2>
          <div className={styles.by}>
            <Avatar name={item.sender.name} isAgent={item.sender.kind !== 'user'} size={22} />
            <strong>{item.sender.name}</strong>
            <When at={item.created_at} />
            <Badge tone={tone}>{label}</Badge>
          </div>
        </header>
        <EventCard item={item} />
        {item.question && <QuestionCard question={item.question} hasKeys />}
        {item.thread_id && (
          <Conversation
            threadId={item.thread_id}
            except={item.id}
            exceptQuestion={item.question?.id}
          />
        )}
        <Receipts notificationId={item.id} />
      </article>
    </div>
  )
}
