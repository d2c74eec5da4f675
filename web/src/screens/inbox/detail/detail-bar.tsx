import {
  Archive,
  ArchiveRestore,
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  Mail,
  MailOpen,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SnoozeMenu } from '../snooze-menu.tsx'
import type { Triage } from '../use-triage.ts'
import styles from './detail-bar.module.css'
import type { Snoozing } from './detail-pane.tsx'

interface Props {
  triage: Triage
  snoozing: Snoozing
  /** On the right: actions for this kind of item only. */
  children?: ReactNode
}

/** The actions for the open item; each also has a shortcut. */
export function DetailBar({ triage, snoozing, children }: Props) {
  const { items, mayMark } = triage
  const isUnread = items.some(({ read_at }) => read_at === null)
  const isArchived = items.length > 0 && items.every(({ archived_at }) => archived_at !== null)
  return (
    <div className={styles.bar} role="toolbar" aria-label="Actions">
      <Button
        kind="quiet"
        size="small"
        isIcon
        aria-label="Back to the list"
        className={styles.back}
        onPress={() => triage.show()}
      >
        <ArrowLeft />
      </Button>
      {mayMark && (
        <>
          <Button
            kind="quiet"
            size="small"
            isIcon
            aria-label={isArchived ? 'Unarchive' : 'Archive'}
            onPress={triage.archive}
          >
            {isArchived ? <ArchiveRestore /> : <Archive />}
          </Button>
          <Button
            kind="quiet"
            size="small"
            isIcon
            aria-label={isUnread ? 'Mark as read' : 'Mark as unread'}
            onPress={triage.toggleRead}
          >
            {isUnread ? <MailOpen /> : <Mail />}
          </Button>
          <SnoozeMenu {...snoozing} onSnooze={triage.snooze} />
        </>
      )}
      <span className={styles.end}>
        {children}
        <Button
          kind="quiet"
          size="small"
          isIcon
          aria-label="Previous"
          onPress={() => triage.go(-1)}
        >
          <ChevronUp />
        </Button>
        <Button kind="quiet" size="small" isIcon aria-label="Next" onPress={() => triage.go(1)}>
          <ChevronDown />
        </Button>
      </span>
    </div>
  )
}
