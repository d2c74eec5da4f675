import type { ReactNode } from 'react'
import styles from './section.module.css'

interface Props {
  title: string
  text?: ReactNode
  /** To the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A page section with its own heading. */
export function Section({ title, text, action, children }: Props) {
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <div>
          <h2>{title}</h2>
          {text && <p>{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

/** A list of rows separated by thin lines. */
export function Rows({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  title: ReactNode
  text?: ReactNode
  /** To the left of the title, such as an avatar or an icon. */
  icon?: ReactNode
  /** On the right, such as a badge or buttons. */
  children?: ReactNode
}

export function Row({ title, text, icon, children }: RowProps) {
  return (
    <li className={styles.row}>
      {icon}
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {text && <div className={styles.text}>{text}</div>}
      </div>
      <div className={styles.side}>{children}</div>
    </li>
  )
}
