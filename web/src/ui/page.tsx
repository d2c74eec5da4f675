import type { ReactNode } from 'react'
import { useEffect } from 'react'
import styles from './page.module.css'
import { UpLink } from './up-link.tsx'

interface Props {
  title: string
  /** What this is part of; the way back to it stands before the title. */
  up?: { to: string; label: string }
  /** Beside the title: a count, a badge. */
  beside?: ReactNode
  /** At the right: what can be done here. */
  actions?: ReactNode
  /** Below the bar, above what scrolls: filters, tabs. */
  filters?: ReactNode
  /** Without the usual margins, for boards and players. */
  isWide?: boolean
  children: ReactNode
}

/** A screen: its title (also of the browser's tab), its actions, and what scrolls below. */
export function Page({ title, up, beside, actions, filters, isWide = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Atelier`
  }, [title])
  return (
    <>
      <header className={styles.bar}>
        {up && <UpLink to={up.to}>{up.label}</UpLink>}
        <h1 className={styles.title}>{title}</h1>
        {beside}
        <div className={styles.actions}>{actions}</div>
      </header>
      {filters && <div className={styles.filters}>{filters}</div>}
      <div className={isWide ? styles.wide : styles.body}>{children}</div>
    </>
  )
}
