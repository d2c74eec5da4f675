import { useRef, useState } from 'react'
import { Form, Label, Radio, RadioGroup } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { submit } from '../../../ui/submit.ts'
import type { FormProps } from './form-props.ts'
import styles from './question.module.css'
import { useOptionKeys } from './use-option-keys.ts'

/** Number keys choose, then Enter sends. */
export function ChoiceForm({ question, hasKeys, isPending, onAnswer }: FormProps) {
  const [value, setValue] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useOptionKeys(hasKeys, question.options, (chosen) => {
    // A disabled button takes no focus, so the choice must be on the page first.
    flushSync(() => setValue(chosen))
    form.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
  })
  return (
    <Form
      ref={form}
      className={styles.form}
      onSubmit={submit(() => {
        if (value !== null) onAnswer(value, comment)
      })}
    >
      <RadioGroup className={styles.options} value={value} onChange={setValue}>
        <Label className={styles.label}>Your choice</Label>
        {question.options.map((option, index) => (
          <Radio key={option.value} value={option.value} className={styles.option}>
            <span className={styles.circle} aria-hidden />
            <span className={styles.optionLabel}>{option.label}</span>
            {hasKeys && index < 9 && <kbd aria-hidden>{index + 1}</kbd>}
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
