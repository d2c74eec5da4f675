import type { Tag } from '@atelier/sdk'
import styles from './tag-mark.module.css'

/** A tag with its colour and name. A tag that was just created may not be loaded yet. */
export function TagMark({ tag }: { tag: Tag | undefined }) {
  if (!tag) return null
  return (
    <span className={styles.tag}>
      <Dot color={tag.color} />
      {tag.name}
    </span>
  )
}

/** The colour that people chose for a tag or a column. */
export function Dot({ color }: { color: string }) {
  return <span aria-hidden className={styles.dot} style={{ backgroundColor: color }} />
}
