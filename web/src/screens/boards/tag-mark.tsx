import type { Tag } from '@atelier/sdk'
import styles from './tag-mark.module.css'

/** A tag: its colour and its name. One that has been made a moment ago is not known yet. */
export function TagMark({ tag }: { tag: Tag | undefined }) {
  if (!tag) return null
  return (
    <span className={styles.tag}>
      <Dot color={tag.color} />
      {tag.name}
    </span>
  )
}

/** A colour that people have chosen, of a tag or a column. */
export function Dot({ color }: { color: string }) {
  return <span aria-hidden className={styles.dot} style={{ backgroundColor: color }} />
}
