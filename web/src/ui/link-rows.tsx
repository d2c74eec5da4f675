import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './link-rows.module.css'

/** Things below each other, each with a page of its own. */
export function LinkRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  /** Left out: there is no page to go to. */
  to?: string
  icon: ReactNode
  title: string
  text?: string
  /** At the right: a count, a mark. */
  facts?: ReactNode
  /** At the very right, where there is room: when it was changed. */
  when?: ReactNode
  /** What can be done with it, where it is no link. */
  action?: ReactNode
}

export function LinkRow({ to, icon, title, text, facts, when, action }: RowProps) {
  const parts = (
    <>
      {icon}
      <span className={styles.names}>
        <strong>{title}</strong>
        {text && <small>{text}</small>}
      </span>
      {facts !== undefined && <span className={styles.fact}>{facts}</span>}
      {when !== undefined && <span className={`${styles.fact} ${styles.late}`}>{when}</span>}
      {action}
    </>
  )
  return (
    <li>
      {to === undefined ? (
        <div className={styles.row}>{parts}</div>
      ) : (
        <Link to={to} className={styles.row}>
          {parts}
        </Link>
      )}
    </li>
  )
}
