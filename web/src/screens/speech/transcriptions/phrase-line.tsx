import { memo } from 'react'
import { formatClock } from './clock.ts'
import type { Phrase } from './correct-word.ts'
import { WordEditor } from './word-editor.tsx'
import styles from './words.module.css'

interface Props {
  phrase: Phrase
  /** The index of its first word among all words. */
  first: number
  isNewSpeaker: boolean
  /** The index of the word being corrected, if it is in this phrase. */
  editing: number | undefined
  onFinish: (at: number, text: string | undefined) => void
}

const doubtful = 0.5

/** A phrase with its time. Rerenders only when it changes, not when words are highlighted. */
export const PhraseLine = memo(Line, (before, after) => {
  const isSame = before.phrase === after.phrase && before.first === after.first
  return isSame && before.editing === after.editing && before.isNewSpeaker === after.isNewSpeaker
})

function Line({ phrase, first, isNewSpeaker, editing, onFinish }: Props) {
  const words =
    phrase.words && phrase.words.length > 0 ? phrase.words : [{ ...phrase, confidence: undefined }]
  return (
    <div className={styles.phrase}>
      {isNewSpeaker && <p className={styles.speaker}>{phrase.speaker}</p>}
      <span className={styles.time}>{formatClock(phrase.start)}</span>
      <p className={styles.text}>
        {words.map((word, place) => {
          const at = first + place
          if (at === editing) {
            return (
              <WordEditor
                key={at}
                text={word.text}
                isLong={word.text.includes(' ')}
                onFinish={(text) => onFinish(at, text)}
              />
            )
          }
          const isDoubtful = word.confidence !== undefined && word.confidence < doubtful
          return (
            <button
              key={at}
              type="button"
              data-word={at}
              tabIndex={at === 0 ? 0 : -1}
              className={isDoubtful ? styles.doubtful : styles.word}
              title={isDoubtful ? 'The engine was not sure of this word' : undefined}
            >
              {word.text}
            </button>
          )
        })}
      </p>
    </div>
  )
}
