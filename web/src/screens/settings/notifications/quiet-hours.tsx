import type { NotificationPreferences } from '@atelier/sdk'
import { useState } from 'react'
import { useMay } from '../../../app/session.ts'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import styles from './notification-settings.module.css'
import { useSavePreferences } from './queries.ts'

const usual = { start: '22:00', end: '07:00' }
const ofWorkspace = ''
const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id }))

/** The hours when only errors and questions notify the person. */
export function QuietHours({ preferences }: { preferences: NotificationPreferences }) {
  const { quiet_hours: hours, timezone, timezone_is_own } = preferences
  const save = useSavePreferences()
  const isDisabled = !useMay('notifications:write')
  const zone = timezone_is_own ? timezone : ofWorkspace
  const options = [
    { id: ofWorkspace, label: `Same as the workspace${timezone_is_own ? '' : ` (${timezone})`}` },
    ...zones,
  ]
  return (
    <section className={styles.part} aria-labelledby="quiet">
      <h2 id="quiet">Quiet hours</h2>
      <Toggle
        label="Hold back email and push at night"
        hint="They arrive when quiet hours end. Errors and questions are sent right away."
        isSelected={hours !== null}
        isDisabled={isDisabled}
        onChange={(on) => save.mutate({ quiet_hours: on ? usual : null })}
      />
      {hours && (
        <div className={styles.fields}>
          <TimeField
            label="From"
            value={hours.start}
            isDisabled={isDisabled}
            onChange={(start) => save.mutate({ quiet_hours: { ...hours, start } })}
          />
          <TimeField
            label="Until"
            value={hours.end}
            isDisabled={isDisabled}
            onChange={(end) => save.mutate({ quiet_hours: { ...hours, end } })}
          />
          <Choice
            label="Time zone"
            options={options}
            value={zone}
            isDisabled={isDisabled}
            onChange={(id) => save.mutate({ timezone: id === ofWorkspace ? null : id })}
          />
        </div>
      )}
    </section>
  )
}

interface TimeProps {
  label: string
  value: string
  isDisabled: boolean
  onChange: (time: string) => void
}

/** Reports the value on blur, because a half-typed time is not valid. */
function TimeField({ label, value, isDisabled, onChange }: TimeProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <Field
      label={label}
      type="time"
      value={typed ?? value}
      isDisabled={isDisabled}
      onChange={setTyped}
      onBlur={() => {
        if (typed && typed !== value) onChange(typed)
        setTyped(undefined)
      }}
    />
  )
}
