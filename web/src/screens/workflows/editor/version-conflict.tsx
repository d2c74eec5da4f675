import type { Workflow } from '@atelier/sdk'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { TextDiff } from '../../../ui/text-diff.tsx'
import { writeText } from './use-definition-draft.ts'
import styles from './version-conflict.module.css'

interface Props {
  theirs: Workflow
  mine: string
  onClose: () => void
  onDiscardMine: () => void
  onSaveMine: () => void
  canSave: boolean
}

/** Shows another person's newer version beside the person's own text, and lets them choose. */
export function VersionConflict(props: Props) {
  const { theirs, mine, onClose, onDiscardMine, onSaveMine, canSave } = props
  return (
    <Dialog title={`Compare with version ${theirs.version}`} isOpen onClose={onClose} kind="wide">
      <p className={styles.text}>
        Someone else saved version {theirs.version} while you were editing. Red lines are only in
        version {theirs.version}, green lines only in your text.
      </p>
      <TextDiff before={writeText(theirs)} after={mine} />
      <DialogButtons>
        <Button onPress={onClose}>Keep editing</Button>
        <Button kind="danger" onPress={onDiscardMine}>
          Discard my text
        </Button>
        <Button kind="first" isDisabled={!canSave} onPress={onSaveMine}>
          Save mine as version {theirs.version + 1}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
