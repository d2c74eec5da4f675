import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { TextDiff } from '../../../ui/text-diff.tsx'
import styles from './description-conflict.module.css'

interface Props {
  /** The common base version. */
  from: string
  theirs: string
  mine: string
  /** The person who saved their version. */
  who: string
  onTheirs: () => void
  onMine: () => void
  /** Continues editing my text on top of their version. */
  onEdit: () => void
}

/** Two people changed a description at once: shows both changes and asks which version to keep. */
export function DescriptionConflict(props: Props) {
  const { from, theirs, mine, who, onTheirs, onMine, onEdit } = props
  return (
    <Dialog title="Someone else changed the description" kind="wide" isOpen onClose={onEdit}>
      <p className={styles.intro}>
        {who} saved another version while you were writing. Yours is not saved yet. If you replace
        theirs, you can still find it in the activity.
      </p>
      <div className={styles.sides}>
        <section aria-label="Theirs" className={styles.side}>
          <h3>Theirs</h3>
          <TextDiff before={from} after={theirs} />
        </section>
        <section aria-label="Mine" className={styles.side}>
          <h3>Mine</h3>
          <TextDiff before={from} after={mine} />
        </section>
      </div>
      <DialogButtons>
        <Button onPress={onTheirs}>Keep theirs</Button>
        <Button onPress={onMine}>Replace with mine</Button>
        <Button kind="first" onPress={onEdit}>
          Keep editing mine
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
