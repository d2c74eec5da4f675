import { type MouseEvent, memo } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import tones from '../../../ui/tones.module.css'
import { When } from '../../../ui/when.tsx'
import { findAppearance } from '../detail/event-types.ts'
import styles from './inbox-row.module.css'
import type { Row } from './rows.ts'

interface Props {
  row: Row
  /** Its URL, with the filters. */
  href: string
  isOpen: boolean
  isCursor: boolean
  onCursor: (key: string) => void
  onOpen: (event: MouseEvent, row: Row) => void
}

/**
 * One row: the sender, the title, the time, and whether it waits for the person. It is a plain link
 * that the list handles: a router link would cost more than the rest of the row.
 */
export const InboxRow = memo(function InboxRow({
  row,
  href,
  isOpen,
  isCursor,
  onCursor,
  onOpen,
}: Props) {
  const { icon: Icon, tone, label } = findAppearance(row.eventType, row.category)
  const { length } = row.items
  return (
    <a
      href={href}
      className={`${styles.row} ${row.isUnread ? styles.unread : ''} ${isCursor ? styles.cursor : ''}`}
      aria-current={isOpen ? 'true' : undefined}
      onFocus={() => onCursor(row.key)}
      onClick={(event) => onOpen(event, row)}
    >
      <span className={styles.dot} aria-hidden />
      <span className={styles.face}>
        <Avatar name={row.sender.name} isAgent={row.sender.isAgent} size={28} />
        <span className={`${styles.kind} ${tones[tone]}`} title={label}>
          <Icon size={11} aria-hidden />
        </span>
      </span>
      <span className={styles.words}>
        <span className={styles.top}>
          <span className={styles.title}>{row.title}</span>
          {length > 1 && (
            <span className={styles.count}>
              {length}
              <span className="unseen"> in this thread</span>
            </span>
          )}
          <span className={styles.when}>
            <When at={row.at} />
          </span>
        </span>
        <span className={styles.bottom}>
          <span className={styles.message}>{row.message}</span>
          {row.isWaiting && <Badge tone="warn">Waiting</Badge>}
        </span>
      </span>
      {row.isUnread && <span className="unseen">Unread</span>}
    </a>
  )
})
