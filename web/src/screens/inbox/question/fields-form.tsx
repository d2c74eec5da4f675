import { type FormField, fieldValue, formFields } from '@atelier/sdk'
import { useState } from 'react'
import { CheckboxGroup, Form, Label } from 'react-aria-components'
import { RecordField } from '../../../app/records/record-field.tsx'
import { findRecordFormat } from '../../../app/records/record-formats.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { submit } from '../../../ui/submit.ts'
import { TickBox } from '../../../ui/tick-box.tsx'
import type { FormProps } from './form-props.ts'
import styles from './question.module.css'

type FormValues = Record<string, string | string[] | boolean>

/** The fields of a form. The server checks the values and names the field of a mistake. */
export function FieldsForm({ question, isPending, mistakes, onAnswer }: FormProps) {
  const fields = formFields(question.fields ?? {})
  const [typed, setTyped] = useState<FormValues>(() =>
    Object.fromEntries(fields.map((field) => [field.name, chooseInitial(field)])),
  )
  const [comment, setComment] = useState('')
  // A field that changed since the last attempt is no longer wrong; a wrong one blocks the form.
  const [changed, setChanged] = useState<readonly string[]>([])
  const isMissing = fields.some(({ name, isRequired }) => isRequired && typed[name] === '')
  return (
    <Form
      className={styles.form}
      onSubmit={submit(() => {
        setChanged([])
        onAnswer(readValues(fields, typed), comment)
      })}
    >
      {fields.map((field) => (
        <Input
          key={field.name}
          field={field}
          mistake={changed.includes(field.name) ? undefined : mistakes.get(field.name)}
          value={typed[field.name] as FormValues[string]}
          onChange={(value) => {
            setTyped({ ...typed, [field.name]: value })
            setChanged([...changed, field.name])
          }}
        />
      ))}
      <Field label="Comment (optional)" value={comment} onChange={setComment} maxLength={10_000} />
      <div className={styles.buttons}>
        <Button type="submit" kind="first" isDisabled={isPending || isMissing}>
          Send answer
        </Button>
      </div>
    </Form>
  )
}

function chooseInitial({ input, initial }: FormField): FormValues[string] {
  if (input === 'yes-no') return initial === true
  if (input === 'choices') return Array.isArray(initial) ? initial.map(String) : []
  if (initial === undefined || initial === null) return ''
  return typeof initial === 'object' ? JSON.stringify(initial) : String(initial)
}

function readValues(fields: FormField[], typed: FormValues): Record<string, unknown> {
  const entries = fields.flatMap((field) => {
    const given = typed[field.name]
    const value = typeof given === 'string' ? fieldValue(field, readTime(field, given)) : given
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(entries)
}

/** The browser's time has no zone; the person means their own. */
function readTime({ input }: FormField, typed: string): string {
  return input === 'time' && typed !== '' ? new Date(typed).toISOString() : typed
}

interface InputProps {
  field: FormField
  mistake: string | undefined
  value: FormValues[string]
  onChange: (value: FormValues[string]) => void
}

function Input({ field, mistake, value, onChange }: InputProps) {
  const { input, description, isRequired, maxLength } = field
  const label = isRequired ? field.label : `${field.label} (optional)`
  const hint = description === '' ? {} : { hint: description }
  if (input === 'yes-no') {
    return (
      <TickBox isSelected={value === true} onChange={onChange} {...hint}>
        {field.label}
      </TickBox>
    )
  }
  if (input === 'choices') {
    return (
      <CheckboxGroup className={styles.options} value={value as string[]} onChange={onChange}>
        <Label className={styles.label}>{label}</Label>
        {field.options.map((option) => (
          <TickBox key={option.value} value={option.value}>
            {option.label}
          </TickBox>
        ))}
      </CheckboxGroup>
    )
  }
  if (input === 'choice') {
    const none = isRequired ? [] : [{ id: '', label: '–' }]
    const options = field.options.map((option) => ({ id: option.value, label: option.label }))
    return (
      <Choice
        label={label}
        options={[...none, ...options]}
        value={value as string}
        onChange={onChange}
      />
    )
  }
  const format = findRecordFormat(field.format)
  if (format && (input === 'text' || input === 'number')) {
    const { description: hint } = field
    return (
      <RecordField
        {...{ format, label, hint, isRequired, onChange, value: value as string, error: mistake }}
      />
    )
  }
  const isLong = input === 'long-text' || input === 'json'
  return (
    <Field
      label={label}
      {...hint}
      error={mistake}
      {...(isLong && { rows: 5 })}
      {...(maxLength !== undefined && { maxLength })}
      type={chooseType(field)}
      {...(input === 'number' && { inputMode: field.isInteger ? 'numeric' : 'decimal' })}
      value={value as string}
      onChange={onChange}
    />
  )
}

function chooseType({ input, format }: FormField): string {
  if (input === 'date') return 'date'
  if (input === 'time') return 'datetime-local'
  return format === 'email' ? 'email' : 'text'
}
