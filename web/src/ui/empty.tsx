import type { ReactNode } from 'react'
import styles from './empty.module.css'

interface Props {
  icon?: ReactNode
  title: string
  /** Explains what appears here and how to add it. */
  children?: ReactNode
  action?: ReactNode
  /** With less space around it, for a section of a page. */
  isSection?: boolean
}

/** An empty state that explains what would be here. */
export function Empty({ icon, title, children, action, isSection = false }: Props) {
  return (
    <div className={isSection ? `${styles.empty} ${styles.section}` : styles.empty}>
      {icon && (
        <div aria-hidden className={styles.icon}>
          {icon}
        </div>
      )}
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
