import { Input, TextField } from 'react-aria-components'
import styles from './properties.module.css'

interface Props {
  label: string
  /** YYYY-MM-DD */
  value: string | null
  onChange: (day: string | null) => void
  isOver?: boolean
  isDisabled?: boolean
}

/** A native date field. It ignores a half-typed year. */
export function DayField({ label, value, onChange, isOver = false, isDisabled = false }: Props) {
  return (
    <TextField
      aria-label={label}
      type="date"
      isDisabled={isDisabled}
      // Uncontrolled, because the browser would lose a half-typed date.
      key={value}
      defaultValue={value ?? ''}
      onChange={(day) => {
        const next = day === '' ? null : day
        if (next !== value && (next === null || /^[12]\d{3}-/.test(next))) onChange(next)
      }}
    >
      <Input
        className={`${styles.input} ${isOver ? styles.over : ''}`}
        data-empty={value === null || undefined}
      />
    </TextField>
  )
}
