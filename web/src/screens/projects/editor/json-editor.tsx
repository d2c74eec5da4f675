import { useRef } from 'react'
import { FieldError, TextArea, TextField } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { textOf } from '../json/nodes.ts'
import type { DraftData } from '../use-draft-data.ts'
import styles from './json-editor.module.css'

/** The data as text. What is no JSON is told by line and column, and is not saved. */
export function JsonEditor({ draft, isReadOnly }: { draft: DraftData; isReadOnly: boolean }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { textError } = draft
  const text = draft.text ?? textOf(draft.data, 2)
  const showMistake = () => {
    const { current } = area
    if (!current || !textError) return
    current.focus()
    current.setSelectionRange(textError.offset, textError.offset + 1)
    const lines = text.split('\n').length
    current.scrollTop = (current.scrollHeight * (textError.line - 3)) / lines
  }
  return (
    <TextField
      aria-label="Data as JSON"
      value={text}
      onChange={draft.setText}
      isReadOnly={isReadOnly}
      isInvalid={textError !== undefined}
      className={styles.field}
    >
      <TextArea ref={area} className={styles.area} spellCheck={false} autoComplete="off" />
      <FieldError className={styles.error}>
        {textError && (
          <>
            <span>
              Line {textError.line}, column {textError.column}: {textError.message}
            </span>
            <Button size="small" onPress={showMistake}>
              Show me
            </Button>
          </>
        )}
      </FieldError>
    </TextField>
  )
}
