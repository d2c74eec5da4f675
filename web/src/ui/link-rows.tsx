import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './link-rows.module.css'

/** A list of items that each have their own page. */
export function LinkRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  /** Omit if there is no page to link to. */
  to?: string
  icon: ReactNode
  title: string
  text?: string
  /** On the right, such as a count or a badge. */
  facts?: ReactNode
  /** On the far right if there is space: when it was changed. */
  when?: ReactNode
  /** The action for a row that is not a link. */
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
