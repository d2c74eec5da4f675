import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../../ui/dialog.tsx'
import { formatClock } from '../clock.ts'
import type { TextConflict } from './text-changes.ts'
import styles from './text-editor.module.css'
import type { TextDraft } from './use-text-draft.ts'

interface Props {
  conflicts: TextConflict[]
  draft: TextDraft
}

/** Shows both versions of each phrase that someone else changed too. */
export function TextConflicts({ conflicts, draft }: Props) {
  return (
    <Dialog
      title="Someone else changed this transcription"
      kind="wide"
      isOpen
      onClose={draft.leaveClash}
    >
      <p>Choose which version of these phrases to keep. All other changes are kept.</p>
      <ul className={styles.conflicts}>
        {conflicts.map(({ key, start, mine, theirs }) => (
          <li key={key}>
            <h3>{formatClock(start)}</h3>
            <dl>
              <dt>Theirs</dt>
              <dd>{theirs || <i>Removed</i>}</dd>
              <dt>Mine</dt>
              <dd>{mine.trim() || <i>Removed</i>}</dd>
            </dl>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button onPress={draft.leaveClash}>Back to my changes</Button>
        <Button onPress={() => draft.settle(false)}>Keep theirs</Button>
        <Button kind="first" onPress={() => draft.settle(true)}>
          Keep mine
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
