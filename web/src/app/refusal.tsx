import { messageOf } from './query-client.ts'
import styles from './refusal.module.css'

/** Why something could not be done, where the person looks; nothing as long as it could. */
export function Refusal({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <p role="alert" className={styles.refusal}>
      {messageOf(error)}
    </p>
  )
}
