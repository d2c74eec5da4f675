import { Input, TextField } from 'react-aria-components'
import styles from './properties.module.css'
import { useDraft } from './use-draft.ts'

interface Props {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  isDisabled?: boolean
}

/** An optional number; invalid input is ignored. */
export function NumberField({ label, value, onChange, isDisabled = false }: Props) {
  const draft = useDraft(value === null ? '' : String(value), (text) => {
    const number = text.trim() === '' ? null : Number(text.replace(',', '.'))
    if (!Number.isNaN(number)) onChange(number)
  })
  return (
    <TextField {...draft} aria-label={label} inputMode="decimal" isDisabled={isDisabled}>
      <Input className={styles.input} placeholder="None" />
    </TextField>
  )
}
