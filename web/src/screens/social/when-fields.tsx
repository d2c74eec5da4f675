import { Field } from '../../ui/field.tsx'
import styles from './composer.module.css'
import type { Composition } from './composition.ts'
import { zoneInWords } from './days.ts'

interface Props {
  isOptional: boolean
  composition: Pick<Composition, 'date' | 'time'>
  zone: string
  onChange: (part: Partial<Composition>) => void
  errorOf: (name: string) => string | undefined
}

/** A day and a time in the workspace's time zone. */
export function WhenFields({ isOptional, composition, zone, onChange, errorOf }: Props) {
  const optional = isOptional ? ' (optional)' : ''
  return (
    <div>
      <div className={styles.two}>
        <Field
          label={`Day${optional}`}
          type="date"
          value={composition.date}
          onChange={(date) => onChange({ date })}
          error={errorOf('date')}
        />
        <Field
          label={`Time${optional}`}
          type="time"
          value={composition.time}
          onChange={(time) => onChange({ time })}
          error={errorOf('time')}
        />
      </div>
      <p className={styles.note}>Times are in {zoneInWords(zone, new Date())}.</p>
    </div>
  )
}
