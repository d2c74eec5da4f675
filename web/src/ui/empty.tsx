import type { ReactNode } from 'react'
import styles from './empty.module.css'

interface Props {
  icon?: ReactNode
  title: string
  /** What would be here, and how it comes here. */
  children?: ReactNode
  action?: ReactNode
}

/** What stands where nothing is yet; it teaches what would. */
export function Empty({ icon, title, children, action }: Props) {
  return (
    <div className={styles.empty}>
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
