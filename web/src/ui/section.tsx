import type { ReactNode } from 'react'
import styles from './section.module.css'

interface Props {
  title: string
  text?: ReactNode
  /** At the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a page with its own heading. */
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

/** Things below each other between hairlines. */
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
  /** Left of the title: an avatar, an icon. */
  icon?: ReactNode
  /** At the right: a badge, buttons. */
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
