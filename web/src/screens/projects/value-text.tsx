import { type JsonNode, textOf } from './json/nodes.ts'
import styles from './value-text.module.css'

/** A value as JSON, to be read. */
export function ValueText({ node }: { node: JsonNode | undefined }) {
  if (!node) return <span className={styles.none}>nothing</span>
  return <code className={styles.value}>{textOf(node, 2)}</code>
}
