import { Field } from '../../ui/field.tsx'
import styles from './composer.module.css'
import { zoneInWords } from './days.ts'
import type { Written } from './written.ts'

interface Props {
  isShown: boolean
  isOptional: boolean
  written: Pick<Written, 'date' | 'time'>
  zone: string
  onChange: (part: Partial<Written>) => void
  errorOf: (name: string) => string | undefined
}

/** A day and a time on the clocks of the workspace. */
export function WhenFields({ isShown, isOptional, written, zone, onChange, errorOf }: Props) {
  if (!isShown) return null
  const optional = isOptional ? ' (optional)' : ''
  return (
    <div>
      <div className={styles.two}>
        <Field
          label={`Day${optional}`}
          type="date"
          value={written.date}
          onChange={(date) => onChange({ date })}
          error={errorOf('date')}
        />
        <Field
          label={`Time${optional}`}
          type="time"
          value={written.time}
          onChange={(time) => onChange({ time })}
          error={errorOf('time')}
        />
      </div>
      <p className={styles.note}>On the clocks of {zoneInWords(zone, new Date())}.</p>
    </div>
  )
}
