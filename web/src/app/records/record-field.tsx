import { Choice } from '../../ui/choice.tsx'
import parts from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { AssetField } from './asset-field.tsx'
import type { RecordFormat } from './record-formats.ts'
import { useRecords } from './use-records.ts'

export interface RecordFieldProps {
  format: RecordFormat
  label: string
  hint?: string | undefined
  error?: string | undefined
  isRequired: boolean
  /** The id of the record as text; empty if none is chosen. */
  value: string
  onChange: (id: string) => void
}

/** Chooses a record by its name instead of its id. */
export function RecordField(props: RecordFieldProps) {
  const { format } = props
  if (format === 'asset-id' || format === 'asset-source') return <AssetField {...props} />
  return <NamedRecord {...props} />
}

function NamedRecord({
  format,
  label,
  hint,
  error,
  isRequired,
  value,
  onChange,
}: RecordFieldProps) {
  const { options, isFailed } = useRecords(format)
  // Someone who may not list the records may still know an id.
  if (isFailed) {
    return <Field label={label} value={value} onChange={onChange} error={error} {...{ hint }} />
  }
  const none = isRequired ? [] : [{ id: '', label: '–' }]
  return (
    <div className={parts.field}>
      <Choice
        label={label}
        options={[...none, ...(options ?? [])]}
        value={value || null}
        placeholder={options ? 'Choose …' : 'Loading …'}
        isDisabled={options === undefined}
        onChange={onChange}
      />
      {options?.length === 0 && <p className={parts.hint}>There is nothing to choose yet.</p>}
      {hint && <p className={parts.hint}>{hint}</p>}
      {error && <p className={parts.error}>{error}</p>}
    </div>
  )
}
