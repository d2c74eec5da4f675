import { type ReactNode, useEffect } from 'react'
import styles from './frame.module.css'

/** The frame for signed-out pages: a logo, a title and one task. */
export function Frame({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Atelier`
  }, [title])
  return (
    <main className={styles.frame}>
      <div className={styles.card}>
        <img src="/atelier.svg" alt="Atelier" width={40} height={40} />
        <div className={styles.head}>
          <h1>{title}</h1>
          {text && <p>{text}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}
