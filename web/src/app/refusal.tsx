import { writeMessage } from './query-client.ts'
import styles from './refusal.module.css'

/** Shows an error next to the action that failed. Renders nothing without an error. */
export function Refusal({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <p role="alert" className={styles.refusal}>
      {writeMessage(error)}
    </p>
  )
}
