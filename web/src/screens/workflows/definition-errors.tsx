import { CircleAlert, CircleCheck } from 'lucide-react'
import { Button } from 'react-aria-components'
import styles from './definition-editor.module.css'
import type { TextPosition } from './text-position.ts'

export interface DefinitionError {
  path: string
  message: string
  place: TextPosition
}

interface Props {
  mistakes: DefinitionError[]
  isChecking: boolean
  /** The validation request itself failed. */
  error: string | undefined
  onGoTo: (place: TextPosition) => void
}

/** The errors in the definition; a press goes to the place. */
export function Mistakes({ mistakes, isChecking, error, onGoTo }: Props) {
  return (
    <section aria-label="Problems" aria-live="polite" className={styles.mistakes}>
      {error !== undefined && <p className={styles.error}>Could not check the workflow: {error}</p>}
      {mistakes.length === 0 && error === undefined && (
        <p className={isChecking ? styles.checking : styles.fine}>
          <CircleCheck size={15} aria-hidden />
          {isChecking ? 'Checking …' : 'No problems found.'}
        </p>
      )}
      {mistakes.length > 0 && (
        <ul>
          {mistakes.map(({ path, message, place }) => (
            <li key={`${path} ${message}`}>
              <Button className={styles.mistake} onPress={() => onGoTo(place)}>
                <CircleAlert size={15} aria-hidden />
                <span>
                  {path && <code>{path}</code>} {message}
                </span>
                <small>line {place.line}</small>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
