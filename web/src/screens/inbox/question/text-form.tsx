import { useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { submit } from '../../../ui/submit.ts'
import type { FormProps } from './form-props.ts'
import styles from './question.module.css'

export function TextForm({ isPending, onAnswer }: FormProps) {
  const [text, setText] = useState('')
  return (
    <Form
      className={styles.form}
      onSubmit={submit(() => {
        if (text.trim() !== '') onAnswer(text, '')
      })}
    >
      <Field label="Your answer" rows={4} value={text} onChange={setText} maxLength={10_000} />
      <div className={styles.buttons}>
        <Button type="submit" kind="first" isDisabled={isPending || text.trim() === ''}>
          Send answer
        </Button>
      </div>
    </Form>
  )
}
