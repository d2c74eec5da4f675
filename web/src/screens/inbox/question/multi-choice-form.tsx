import { useState } from 'react'
import { CheckboxGroup, Form, Label } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { submit } from '../../../ui/submit.ts'
import { TickBox } from '../../../ui/tick-box.tsx'
import type { FormProps } from './form-props.ts'
import styles from './question.module.css'

export function MultiChoiceForm({ question, isPending, onAnswer }: FormProps) {
  const [values, setValues] = useState<string[]>([])
  const [comment, setComment] = useState('')
  return (
    <Form className={styles.form} onSubmit={submit(() => onAnswer(values, comment))}>
      <CheckboxGroup className={styles.options} value={values} onChange={setValues}>
        <Label className={styles.label}>Choose all that apply</Label>
        {question.options.map((option) => (
          <div key={option.value} className={styles.option}>
            <TickBox value={option.value}>{option.label}</TickBox>
          </div>
        ))}
      </CheckboxGroup>
      <Field label="Comment (optional)" value={comment} onChange={setComment} maxLength={10_000} />
      <div className={styles.buttons}>
        <Button type="submit" kind="first" isDisabled={isPending}>
          {values.length === 0 ? 'Choose none' : `Send answer (${values.length})`}
        </Button>
      </div>
    </Form>
  )
}
