import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Form, Input, TextField } from 'react-aria-components'
import styles from './line-adder.module.css'

interface Props {
  label: string
  onAdd: (text: string) => void
  maxLength?: number
}

/** A line at the end of a list that adds to it: text, Enter, and the next one. */
export function LineAdder({ label, onAdd, maxLength = 250 }: Props) {
  const [text, setText] = useState('')
  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        onAdd(text.trim())
        setText('')
      }}
    >
      <Plus size={15} aria-hidden />
      <TextField aria-label={label} value={text} onChange={setText} className={styles.field}>
        <Input className={styles.input} placeholder={label} maxLength={maxLength} />
      </TextField>
    </Form>
  )
}
