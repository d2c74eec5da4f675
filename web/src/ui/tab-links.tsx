import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './tab-links.module.css'

interface Tab {
  id: string
  label: string
  /** Such as how many. */
  beside?: ReactNode
}

interface Props {
  label: string
  tabs: readonly Tab[]
  value: string
  /** The address of a tab: what stands behind the question mark. */
  searchOf: (id: string) => Record<string, string | undefined>
}

/** Views of one thing, each with an address of its own. */
export function TabLinks({ label, tabs, value, searchOf }: Props) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ id, label: text, beside }) => (
        <Link
          key={id}
          to="."
          search={searchOf(id) as never}
          className={styles.tab}
          // The router marks what it takes for active; here the value decides.
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={id === value ? 'page' : undefined}
        >
          {text}
          {beside !== undefined && <span className={styles.beside}>{beside}</span>}
        </Link>
      ))}
    </nav>
  )
}
