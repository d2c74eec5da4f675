import { writeMessage } from '../../app/query-client.ts'
import { Button } from '../../ui/button.tsx'
import styles from './save-bar.module.css'
import type { DraftData } from './use-draft-data.ts'

interface Props {
  draft: DraftData
  /** Who saved the revision that the draft is behind. */
  savedBy: string | undefined
}

/** Shown below the data while there are unsaved changes. */
export function SaveBar({ draft, savedBy = 'Someone else' }: Props) {
  if (!draft.isDirty) return null
  const { textError, saveError } = draft
  return (
    <section aria-label="Unsaved changes" className={styles.bar}>
      {saveError ? (
        <p role="alert" className={styles.bad}>
          {writeMessage(saveError)}
        </p>
      ) : textError ? (
        <p className={styles.bad}>The JSON has an error on line {textError.line}.</p>
      ) : (
        <p>
          Not saved yet.
          {draft.isBehind && ` ${savedBy} saved a newer revision. Saving merges both versions.`}
        </p>
      )}
      <Button size="small" onPress={draft.discard}>
        Discard
      </Button>
      <Button
        kind="first"
        size="small"
        isDisabled={textError !== undefined || draft.isSaving}
        onPress={() => draft.save()}
      >
        Save
      </Button>
    </section>
  )
}
