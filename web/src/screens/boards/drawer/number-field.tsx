import { Input, TextField } from 'react-aria-components'
import styles from './properties.module.css'
import { useInPlace } from './use-in-place.ts'

interface Props {
  label: string
  value: number | null
  /** If this fails, the typed number stays in the field. */
  onChange: (value: number | null) => Promise<unknown>
  isDisabled?: boolean
}

/** An optional number; invalid input is ignored. */
export function NumberField({ label, value, onChange, isDisabled = false }: Props) {
  const draft = useInPlace(value === null ? '' : String(value), async (text) => {
    const number = text.trim() === '' ? null : Number(text.replace(',', '.'))
    if (!Number.isNaN(number)) await onChange(number)
  })
  return (
    <TextField {...draft} aria-label={label} inputMode="decimal" isDisabled={isDisabled}>
      <Input className={styles.input} placeholder="None" />
    </TextField>
  )
}
