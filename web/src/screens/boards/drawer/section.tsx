import type { ReactNode } from 'react'
import styles from './section.module.css'

interface Props {
  title: string
  /** Next to the title, such as a count or progress. */
  beside?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** A section of a task, with a heading. */
export function Section({ title, beside, action, children }: Props) {
  return (
    <section aria-label={title} className={styles.section}>
      <header className={styles.head}>
        <h3>{title}</h3>
        {beside && <span className={styles.beside}>{beside}</span>}
        {action && <div className={styles.action}>{action}</div>}
      </header>
      {children}
    </section>
  )
}
