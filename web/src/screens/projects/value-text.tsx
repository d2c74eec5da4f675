import { type JsonNode, writeJson } from '@atelier/sdk'
import styles from './value-text.module.css'

const maxCharacters = 4000

/** A value as read-only JSON; a very long one is truncated. */
export function ValueText({ node }: { node: JsonNode | undefined }) {
  if (!node) return <span className={styles.none}>nothing</span>
  const text = writeJson(node, 2)
  const rest = text.length - maxCharacters
  return (
    <code className={styles.value}>
      {text.slice(0, maxCharacters)}
      {rest > 0 && (
        <span className={styles.none}> … and {rest.toLocaleString('en')} more characters</span>
      )}
    </code>
  )
}
