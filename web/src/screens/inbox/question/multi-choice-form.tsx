import { useState } from 'react'
import { CheckboxGroup, Form, Label } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { submit } from '../../../ui/submit.ts'
import { TickBox } from '../../../ui/tick-box.tsx'
import type { FormProps } from './form-props.ts'
import styles from './question.module.css'
import { useOptionKeys } from './use-option-keys.ts'

/** Number keys choose, or undo the choice. */
export function MultiChoiceForm({ question, hasKeys, isPending, onAnswer }: FormProps) {
  const [values, setValues] = useState<string[]>([])
  const [comment, setComment] = useState('')
  useOptionKeys(hasKeys, question.options, (chosen) =>
    setValues((before) =>
      before.includes(chosen) ? before.filter((one) => one !== chosen) : [...before, chosen],
    ),
  )
  return (
    <Form className={styles.form} onSubmit={submit(() => onAnswer(values, comment))}>
      <CheckboxGroup className={styles.options} value={values} onChange={setValues}>
        <Label className={styles.label}>Choose all that apply</Label>
        {question.options.map((option, index) => (
          <div key={option.value} className={styles.option}>
            <TickBox value={option.value}>{option.label}</TickBox>
            {hasKeys && index < 9 && <kbd aria-hidden>{index + 1}</kbd>}
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
