import { RecordField } from '../../app/records/record-field.tsx'
import { RecordsField } from '../../app/records/records-field.tsx'
import { Choice } from '../../ui/choice.tsx'
import parts from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import type { InputField } from './input-fields.ts'

interface Props {
  field: InputField
  value: string
  onChange: (text: string) => void
  error: string | undefined
}

/** A control that fits the field's schema. */
export function InputControl({ field, value, onChange, error }: Props) {
  const { name, kind, hint, options, isRequired } = field
  const label = isRequired ? field.label : `${field.label} (optional)`
  if (kind === 'yes-no') {
    return (
      <TickBox isSelected={value === 'true'} onChange={(is) => onChange(String(is))} hint={hint}>
        {field.label}
      </TickBox>
    )
  }
  if (kind === 'one-of') {
    const all = options.map((id) => ({ id, label: id }))
    return (
      <div className={parts.field}>
        <Choice label={label} options={all} value={value || null} onChange={onChange} />
        {hint && <p className={parts.hint}>{hint}</p>}
        {error && <p className={parts.error}>{error}</p>}
      </div>
    )
  }
  if (field.record) {
    const Records = kind === 'lines' ? RecordsField : RecordField
    return (
      <Records {...{ format: field.record, label, hint, error, isRequired, value, onChange }} />
    )
  }
  const rows = { text: 4, lines: 3, json: 5 }[kind as string]
  return (
    <Field
      name={name}
      label={label}
      value={value}
      onChange={onChange}
      type={kind === 'date' ? 'date' : (field.type ?? 'text')}
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
      {...(hint && { hint })}
      {...(rows && { rows })}
      error={error}
    />
  )
}
