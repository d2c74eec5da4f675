import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../app/api.ts'
import { FailureView } from '../../../app/failure-view.tsx'
import { useMay } from '../../../app/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { When } from '../../../ui/when.tsx'
import { threadQuery } from '../queries.ts'
import type { Triage } from '../use-triage.ts'
import { Conversation } from './conversation.tsx'
import styles from './detail.module.css'
import { DetailBar } from './detail-bar.tsx'
import type { SnoozeState } from './detail-pane.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { MuteButton } from './mute-button.tsx'

interface Props {
  id: string
  triage: Triage
  snoozing: SnoozeState
}

/** A whole conversation. “Continue the conversation” in an email links here. */
export function ThreadDetail({ id, triage, snoozing }: Props) {
  const { data: thread, error } = useQuery(threadQuery(id))
  useReadingAll(id, (thread?.unread ?? 0) > 0)
  return (
    <>
      <DetailBar triage={triage} snoozing={snoozing}>
        <MuteButton threadId={id} />
      </DetailBar>
      {thread ? (
        <div className={styles.body}>
          <article className={styles.column}>
            <header className={styles.head}>
              <h2>{thread.title}</h2>
              <div className={styles.by}>
                <span>
                  Started <When at={thread.created_at} />
                </span>
                {thread.open_questions > 0 && (
                  <Badge tone="warn">
                    {thread.open_questions === 1
                      ? '1 open question'
                      : `${thread.open_questions} open questions`}
                  </Badge>
                )}
              </div>
            </header>
            <Conversation threadId={id} isWhole />
          </article>
        </div>
      ) : error ? (
        <FailureView error={error} reset={() => {}} />
      ) : (
        <DetailSkeleton />
      )}
    </>
  )
}

/** The thread may contain more than the list has loaded, so the server marks all of it. */
function useReadingAll(threadId: string, hasUnread: boolean): void {
  const queryClient = useQueryClient()
  const mayWrite = useMay('notifications:write')
  const isDone = useRef(false)
  useEffect(() => {
    if (!hasUnread || !mayWrite || isDone.current) return
    isDone.current = true
    api.notifications
      .markMany({ action: 'read', thread_id: threadId })
      .then(() => queryClient.invalidateQueries({ queryKey: ['notifications'] }))
      .catch(() => {
        // It stays unread, which the list shows.
      })
  }, [threadId, hasUnread, mayWrite, queryClient])
}
