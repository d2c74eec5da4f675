import { Label, Radio, RadioGroup } from 'react-aria-components'
import type { Option } from './choice.tsx'
import field from './field.module.css'
import styles from './segments.module.css'

interface Props<Id extends string> {
  label: string
  isLabelHidden?: boolean
  options: readonly Option<Id>[]
  value: Id | null
  onChange: (id: Id) => void
}

/** A choice of a few options that are all visible. */
export function Segments<Id extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
}: Props<Id>) {
  return (
    <RadioGroup
      value={value}
      onChange={(id) => onChange(id as Id)}
      orientation="horizontal"
      className={field.field}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label className={field.label}>{label}</Label>}
      <div className={styles.row}>
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className={styles.option}>
            {option.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
