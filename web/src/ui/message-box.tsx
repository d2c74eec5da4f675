import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Form, TextArea, TextField } from 'react-aria-components'
import { IconButton } from './button.tsx'
import { buildPlace, readDraft, writeDraft } from './drafts.ts'
import styles from './message-box.module.css'
import { submit } from './submit.ts'

interface Props {
  label: string
  placeholder: string
  /** If this fails, the text stays in the box. */
  onSend: (text: string) => Promise<unknown>
}

/** A message field: Enter sends, Shift+Enter starts a new line. */
export function MessageBox({ label, placeholder, onSend }: Props) {
  const [place] = useState(() => buildPlace(label))
  const [text, setText] = useState(() => readDraft<string>(place) ?? '')
  const [sending, setSending] = useState('')
  useEffect(() => writeDraft(place, text || sending || undefined), [place, text, sending])
  const send = async () => {
    const said = text.trim()
    if (said === '') return
    setText('')
    setSending(said)
    try {
      await onSend(said)
    } catch {
      setText((now) => now || said)
    }
    setSending('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // During IME composition, Enter selects a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <Form className={styles.box} onSubmit={submit(() => send())}>
      <TextField aria-label={label} value={text} onChange={setText} className={styles.field}>
        <TextArea
          className={styles.text}
          placeholder={placeholder}
          rows={Math.min(8, text.split('\n').length)}
          maxLength={20_000}
          onKeyDown={onKeyDown}
        />
      </TextField>
      <IconButton label="Send" type="submit" isDisabled={text.trim() === ''}>
        <SendHorizontal />
      </IconButton>
    </Form>
  )
}
