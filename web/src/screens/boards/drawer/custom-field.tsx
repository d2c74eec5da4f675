import type { Field } from '@atelier/sdk'
import { Check } from 'lucide-react'
import { Checkbox, Input, TextField } from 'react-aria-components'
import { Choice } from '../../../ui/choice.tsx'
import { useBoard } from '../board-context.ts'
import styles from './custom-field.module.css'
import { DayField } from './day-field.tsx'
import { NumberField } from './number-field.tsx'
import properties from './properties.module.css'
import { useInPlace } from './use-in-place.ts'

interface Props {
  field: Field
  value: unknown
  /** Reports its own errors. If it fails, typed text stays in the field. */
  onChange: (value: unknown) => Promise<unknown>
  isDisabled: boolean
}

const nothing = ''

/** A custom field of this board, rendered by its kind. */
export function CustomField({ field, value, onChange, isDisabled }: Props) {
  const { names } = useBoard()
  const common = { label: field.name, isDisabled }
  const choose = (next: unknown) => void onChange(next).catch(() => {})
  switch (field.kind) {
    case 'date':
      return <DayField {...common} value={value as string | null} onChange={choose} />
    case 'number':
      return <NumberField {...common} value={value as number | null} onChange={onChange} />
    case 'checkbox':
      return <Tick {...common} value={value === true} onChange={choose} />
    case 'select':
    case 'person': {
      const options =
        field.kind === 'person'
          ? [...names.people].map(([id, label]) => ({ id: String(id), label }))
          : field.options.map((option) => ({ id: option, label: option }))
      return (
        <Choice
          {...common}
          isLabelHidden
          options={[{ id: nothing, label: 'None' }, ...options]}
          value={value === null ? nothing : String(value)}
          onChange={(id) => {
            if (id === nothing) choose(null)
            else choose(field.kind === 'person' ? Number(id) : id)
          }}
        />
      )
    }
    default:
      return <Line {...common} value={(value as string | null) ?? ''} onChange={onChange} />
  }
}

interface PartProps<Value, Result> {
  label: string
  isDisabled: boolean
  value: Value
  onChange: (value: unknown) => Result
}

function Line({ label, isDisabled, value, onChange }: PartProps<string, Promise<unknown>>) {
  const draft = useInPlace(value, (text) => onChange(text.trim() === '' ? null : text.trim()))
  return (
    <TextField {...draft} aria-label={label} isDisabled={isDisabled}>
      <Input className={properties.input} placeholder="None" />
    </TextField>
  )
}

function Tick({ label, isDisabled, value, onChange }: PartProps<boolean, void>) {
  return (
    <Checkbox
      aria-label={label}
      isDisabled={isDisabled}
      isSelected={value}
      onChange={onChange}
      className={styles.tick}
    >
      <span className={styles.box}>
        <Check size={12} aria-hidden />
      </span>
    </Checkbox>
  )
}
