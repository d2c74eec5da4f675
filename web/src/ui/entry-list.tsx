import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './entry-list.module.css'

/** A dense list of entries, such as runs or posts; each links to its page. */
export function EntryList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

interface Props {
  to: string
  search?: Record<string, string>
  /** Before the title, such as a status. */
  mark?: ReactNode
  title: ReactNode
  text?: ReactNode
  /** On the right; on a phone below. */
  children: ReactNode
}

export function EntryRow({ to, search, mark, title, text, children }: Props) {
  return (
    <li>
      <Link to={to} search={search as never} className={styles.row}>
        {mark}
        <span className={styles.main}>
          <span>{title}</span>
          {text && <small>{text}</small>}
        </span>
        <span className={styles.facts}>{children}</span>
      </Link>
    </li>
  )
}
