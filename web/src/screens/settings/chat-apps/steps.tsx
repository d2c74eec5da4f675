import type { ReactNode } from 'react'
import styles from './chat-apps.module.css'

/** What to do, in order. */
export function Steps({ steps }: { steps: readonly ReactNode[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of an app never change
        <li key={at}>{step}</li>
      ))}
    </ol>
  )
}
