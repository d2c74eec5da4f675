import { writeJson } from '@atelier/sdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FieldError, TextArea, TextField } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import type { DraftData } from '../use-draft-data.ts'
import styles from './json-editor.module.css'

/** The data as text. Invalid JSON shows an error with line and column, and is not saved. */
export function JsonEditor({ draft, isReadOnly }: { draft: DraftData; isReadOnly: boolean }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { textError } = draft
  const { text, onChange, onBlur } = useText(draft)
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
      onChange={onChange}
      onBlur={onBlur}
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

/** Above this length, parsing on every keystroke is noticeably slow. */
const longText = 100_000
const pauseMs = 350

/** The text as typed; a long text is parsed only when typing pauses. */
function useText({ text, data, setText }: DraftData) {
  const [typed, setTyped] = useState<string>()
  const written = useMemo(() => text ?? writeJson(data, 2), [text, data])
  const tell = useRef(setText)
  tell.current = setText
  const finish = () => {
    if (typed === undefined) return
    setTyped(undefined)
    tell.current(typed)
  }
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => {
      setTyped(undefined)
      tell.current(typed)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const onChange = (next: string) => (next.length > longText ? setTyped(next) : setText(next))
  return { text: typed ?? written, onChange, onBlur: finish }
}
