import { useState } from 'react'
import { Form, Label, Radio, RadioGroup } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { submit } from '../../../ui/submit.ts'
import type { FormProps } from './form-props.ts'
import styles from './question.module.css'

export function ChoiceForm({ question, isPending, onAnswer }: FormProps) {
  const [value, setValue] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  return (
    <Form
      className={styles.form}
      onSubmit={submit(() => {
        if (value !== null) onAnswer(value, comment)
      })}
    >
      <RadioGroup className={styles.options} value={value} onChange={setValue}>
        <Label className={styles.label}>Your choice</Label>
        {question.options.map((option) => (
          <Radio key={option.value} value={option.value} className={styles.option}>
            <span className={styles.circle} aria-hidden />
            {option.label}
          </Radio>
        ))}
      </RadioGroup>
      <Field label="Comment (optional)" value={comment} onChange={setComment} maxLength={10_000} />
      <div className={styles.buttons}>
        <Button type="submit" kind="first" isDisabled={isPending || value === null}>
          Send answer
        </Button>
      </div>
    </Form>
  )
}
