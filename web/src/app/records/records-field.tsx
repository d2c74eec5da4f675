import parts from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import styles from './asset-field.module.css'
import type { RecordFieldProps } from './record-field.tsx'
import { useRecords } from './use-records.ts'

/** Chooses several records by their names. The value has one id per line. */
export function RecordsField({ format, label, hint, error, value, onChange }: RecordFieldProps) {
  const { options, isFailed } = useRecords(format)
  const chosen = value.split('\n').filter((id) => id !== '')
  if (isFailed || format.startsWith('asset')) {
    const how = [hint, 'One id per line.'].filter(Boolean).join(' ')
    return (
      <Field label={label} rows={3} value={value} onChange={onChange} error={error} hint={how} />
    )
  }
  const toggle = (id: string, isChosen: boolean) => {
    const ids = isChosen ? [...chosen, id] : chosen.filter((one) => one !== id)
    onChange(ids.join('\n'))
  }
  return (
    <fieldset className={styles.field}>
      <legend className={parts.label}>{label}</legend>
      {options?.map(({ id, label: name }) => (
        <TickBox key={id} isSelected={chosen.includes(id)} onChange={(is) => toggle(id, is)}>
          {name}
        </TickBox>
      ))}
      {options?.length === 0 && <p className={parts.hint}>There is nothing to choose yet.</p>}
      {hint && <p className={parts.hint}>{hint}</p>}
      {error && <p className={parts.error}>{error}</p>}
    </fieldset>
  )
}
