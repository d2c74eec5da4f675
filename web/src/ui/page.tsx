import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import styles from './page.module.css'

interface Props {
  title: string
  /** The parent page; a link to it is shown before the title. */
  up?: { to: string; label: string; search?: Record<string, string> }
  /** Next to the title, such as a count or a badge. */
  beside?: ReactNode
  /** On the right: the page's actions. */
  actions?: ReactNode
  /** Below the bar and above the scrolling content, such as filters or tabs. */
  filters?: ReactNode
  /** Without the usual margins, for boards and players. */
  isWide?: boolean
  children: ReactNode
}

/** A screen: its title (also the browser tab's title), its actions and the scrolling content. */
export function Page({ title, up, beside, actions, filters, isWide = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Atelier`
  }, [title])
  return (
    <>
      <header className={styles.bar}>
        {up && (
          <Link
            to={up.to}
            search={(up.search ?? {}) as never}
            className={styles.up}
            aria-label={up.label}
            title={up.label}
          >
            <ChevronLeft size={18} aria-hidden />
          </Link>
        )}
        <h1 className={styles.title}>{title}</h1>
        {beside}
        <div className={styles.actions}>{actions}</div>
      </header>
      {filters && <div className={styles.filters}>{filters}</div>}
      <div className={isWide ? styles.wide : styles.body}>{children}</div>
    </>
  )
}
