import type { Transcription } from '@atelier/sdk'
import type { RefObject } from 'react'
import { writeMessage } from '../../../../app/query-client.ts'
import { Button } from '../../../../ui/button.tsx'
import { formatClock } from '../clock.ts'
import type { Phrase } from '../correct-word.ts'
import { buildKey, findTime } from './text-changes.ts'
import { TextConflicts } from './text-conflicts.tsx'
import styles from './text-editor.module.css'
import type { TextDraft } from './use-text-draft.ts'

interface Props {
  record: Transcription
  media: RefObject<HTMLMediaElement | null>
  draft: TextDraft
}

/** The transcription as text, one field per phrase. A click in a word seeks to it. */
export function TextEditor({ record, media, draft }: Props) {
  const { changes, conflicts } = draft
  const isDirty = Object.keys(changes).length > 0
  const seek = (ms: number) => {
    if (media.current) media.current.currentTime = ms / 1000
  }
  return (
    <>
      <div className={styles.editor}>
        {record.payload.phrases.map((phrase, at, all) => (
          <PhraseField
            key={buildKey(phrase)}
            phrase={phrase}
            isNewSpeaker={phrase.speaker !== all[at - 1]?.speaker}
            text={changes[buildKey(phrase)]?.text ?? phrase.text}
            onSeek={seek}
            onChange={(text) => draft.change(phrase, text)}
          />
        ))}
      </div>
      <section aria-label="Unsaved changes" className={styles.bar}>
        {draft.error ? (
          <p role="alert" className={styles.bad}>
            {writeMessage(draft.error)}
          </p>
        ) : (
          <p>{isDirty ? 'Not saved yet.' : 'Words that you keep also keep their times.'}</p>
        )}
        <Button size="small" onPress={isDirty ? draft.discard : draft.close}>
          {isDirty ? 'Discard' : 'Close'}
        </Button>
        <Button
          kind="first"
          size="small"
          isDisabled={!isDirty}
          isPending={draft.isSaving}
          onPress={draft.save}
        >
          Save
        </Button>
      </section>
      {conflicts.length > 0 && <TextConflicts conflicts={conflicts} draft={draft} />}
    </>
  )
}

interface FieldProps {
  phrase: Phrase
  isNewSpeaker: boolean
  text: string
  onSeek: (ms: number) => void
  onChange: (text: string) => void
}

/** A phrase with its time, which seeks. */
function PhraseField({ phrase, isNewSpeaker, text, onSeek, onChange }: FieldProps) {
  return (
    <div className={styles.phrase}>
      {isNewSpeaker && phrase.speaker && <p className={styles.speaker}>{phrase.speaker}</p>}
      <button type="button" className={styles.time} onClick={() => onSeek(phrase.start)}>
        {formatClock(phrase.start)}
      </button>
      <textarea
        aria-label={`Text at ${formatClock(phrase.start)}`}
        rows={1}
        maxLength={10_000}
        className={styles.text}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onClick={({ currentTarget }) =>
          onSeek(findTime(phrase, text, currentTarget.selectionStart ?? 0))
        }
      />
    </div>
  )
}
