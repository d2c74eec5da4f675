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
import { IconButton } from '../../../ui/button.tsx'
import { SnoozeMenu } from '../snooze-menu.tsx'
import type { Triage } from '../use-triage.ts'
import styles from './detail-bar.module.css'
import type { SnoozeState } from './detail-pane.tsx'

interface Props {
  triage: Triage
  snoozing: SnoozeState
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
      <IconButton label="Back to the list" className={styles.back} onPress={() => triage.show()}>
        <ArrowLeft />
      </IconButton>
      {mayMark && (
        <>
          <IconButton label={isArchived ? 'Unarchive' : 'Archive'} onPress={triage.archive}>
            {isArchived ? <ArchiveRestore /> : <Archive />}
          </IconButton>
          <IconButton
            label={isUnread ? 'Mark as read' : 'Mark as unread'}
            onPress={triage.toggleRead}
          >
            {isUnread ? <MailOpen /> : <Mail />}
          </IconButton>
          <SnoozeMenu {...snoozing} onSnooze={triage.snooze} />
        </>
      )}
      <span className={styles.end}>
        {children}
        <IconButton label="Previous" onPress={() => triage.go(-1)}>
          <ChevronUp />
        </IconButton>
        <IconButton label="Next" onPress={() => triage.go(1)}>
          <ChevronDown />
        </IconButton>
      </span>
    </div>
  )
}
