import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { writeMessage } from '../../app/query-client.ts'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { presets } from './trigger-words.ts'
import styles from './triggers.module.css'

interface Props {
  cron: string
  /** Empty for the time zone of the workspace. */
  tz: string
  onCron: (cron: string) => void
  onTz: (tz: string) => void
}

/** When a schedule fires, with its next times. */
export function ScheduleFields({ cron, tz, onCron, onTz }: Props) {
  const [isCustom, setCustom] = useState(false)
  const preset = isCustom ? '' : (presets.find(({ id }) => id === cron)?.id ?? '')
  const { data, error } = useQuery({
    queryKey: ['schedulePreview', cron, tz],
    queryFn: ({ signal }) =>
      api.workflows.previewSchedule({ cron, count: 3, ...(tz && { tz }) }, { signal }),
    retry: false,
    meta: { showsErrors: true },
    enabled: cron.trim() !== '',
  })
  return (
    <>
      <Choice
        label="When"
        options={presets}
        value={preset}
        onChange={(id) => {
          setCustom(id === '')
          if (id !== '') onCron(id)
        }}
      />
      {preset === '' && (
        <Field
          label="Cron expression"
          hint="Minute, hour, day, month, weekday"
          value={cron}
          onChange={onCron}
          isRequired
        />
      )}
      <Field
        label="Time zone (optional)"
        placeholder={data && !tz ? data.tz : 'Europe/Berlin'}
        hint="Defaults to the workspace’s time zone"
        value={tz}
        onChange={onTz}
      />
      <p role="status" className={error ? styles.error : styles.soft}>
        {error
          ? writeMessage(error)
          : data && `Next: ${data.times.map(({ local }) => inWords(local)).join('; ')}`}
      </p>
    </>
  )
}

const day = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** A local time as written, whatever the zone of this browser. */
function inWords(local: string): string {
  return day.format(new Date(`${local.slice(0, 19)}Z`))
}
