import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Form, Input, TextField } from 'react-aria-components'
import styles from './line-adder.module.css'
import { submit } from './submit.ts'

interface Props {
  label: string
  /** If this fails, the text comes back. */
  onAdd: (text: string) => Promise<unknown>
  maxLength?: number
}

/** A field at the end of a list that adds entries: type, press Enter, type the next one. */
export function LineAdder({ label, onAdd, maxLength = 250 }: Props) {
  const [text, setText] = useState('')
  const add = async (title: string) => {
    setText('')
    try {
      await onAdd(title)
    } catch {
      setText((now) => now || title)
    }
  }
  return (
    <Form
      className={styles.form}
      onSubmit={submit(() => {
        if (text.trim() !== '') void add(text.trim())
      })}
    >
      <Plus size={15} aria-hidden />
      <TextField aria-label={label} value={text} onChange={setText} className={styles.field}>
        <Input className={styles.input} placeholder={label} maxLength={maxLength} />
      </TextField>
    </Form>
  )
}
