import { type JsonSide, mergeJson, pointerTo } from '@atelier/sdk'
import { useState } from 'react'
import { writeMessage } from '../../../app/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import type { DraftConflict, DraftData } from '../use-draft-data.ts'
import styles from './conflict.module.css'
import { ConflictChoice } from './conflict-choice.tsx'

/** Resolves conflicts with another person: shows the old value, theirs and mine to choose from. */
export function ConflictDialog({ clash, draft }: { clash: DraftConflict; draft: DraftData }) {
  const [choices, setChoices] = useState<ReadonlyMap<string, JsonSide>>(new Map())
  const { node, conflicts } = mergeJson(clash, choices)
  const open = conflicts.filter(({ path }) => !choices.has(pointerTo(path))).length
  const chooseAll = (side: JsonSide) =>
    setChoices(new Map(conflicts.map(({ path }) => [pointerTo(path), side])))
  return (
    <Dialog title="Someone else changed this project" kind="wide" isOpen onClose={draft.leaveClash}>
      <div className={styles.intro}>
        <p>
          {conflicts.length === 0
            ? 'Your changes and theirs no longer conflict. Saving keeps both.'
            : `You both changed ${conflicts.length === 1 ? 'one value' : `${conflicts.length} values`}. Choose which version to keep. All other changes are kept.`}
        </p>
        {conflicts.length > 1 && (
          <div className={styles.all}>
            <Button size="small" onPress={() => chooseAll('mine')}>
              All mine
            </Button>
            <Button size="small" onPress={() => chooseAll('theirs')}>
              All theirs
            </Button>
          </div>
        )}
      </div>
      <ul className={styles.list}>
        {conflicts.map((conflict) => {
          const name = pointerTo(conflict.path)
          return (
            <ConflictChoice
              key={name}
              conflict={conflict}
              choice={choices.get(name)}
              onChoose={(side) => setChoices(new Map([...choices, [name, side]]))}
            />
          )
        })}
      </ul>
      {draft.saveError && (
        <p role="alert" className={styles.error}>
          {writeMessage(draft.saveError)}
        </p>
      )}
      <DialogButtons>
        <Button onPress={draft.leaveClash}>Back to my changes</Button>
        <Button
          kind="first"
          isDisabled={open > 0}
          isPending={draft.isSaving}
          onPress={() => draft.settle(node)}
        >
          {open > 0 ? `${open} left to choose` : 'Save result'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
