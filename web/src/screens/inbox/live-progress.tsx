import type { LiveEvent, Notification } from '@atelier/sdk'
import { useCallback, useEffect, useState } from 'react'
import { useEvents } from '../../app/live.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './live-progress.module.css'

const shownMs = 60_000

type Progress = Pick<Notification, 'id' | 'title' | 'message' | 'sender'>

/** Live progress from agents. Progress is sent over the WebSocket only and never stored. */
export function LiveProgress() {
  const [latest, setLatest] = useState<Progress>()
  useEvents(
    useCallback(({ type, data }: LiveEvent) => {
      if (type !== 'notification.created') return
      const told = data as unknown as Notification
      if (told.category === 'agentProgress') setLatest(told)
    }, []),
  )
  useEffect(() => {
    if (!latest) return
    const timer = setTimeout(() => setLatest(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [latest])
  return (
    <div role="status">
      {latest && (
        <p className={styles.progress}>
          <Avatar name={latest.sender.name} isAgent size={20} />
          <span>
            <strong>{latest.title}</strong> {latest.message}
          </span>
        </p>
      )}
    </div>
  )
}
