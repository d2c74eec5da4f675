import { Button } from './button.tsx'
import styles from './restored-draft.module.css'

interface Props {
  isRestored: boolean
  onDiscard: () => void
}

/** Says that a form continues an earlier draft, and offers to start again. */
export function RestoredDraft({ isRestored, onDiscard }: Props) {
  if (!isRestored) return null
  return (
    <p role="status" className={styles.restored}>
      Draft restored.
      <Button size="small" kind="quiet" onPress={onDiscard}>
        Discard draft
      </Button>
    </p>
  )
}
