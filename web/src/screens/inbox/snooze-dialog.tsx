import { useState } from 'react'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Field } from '../../ui/field.tsx'

interface Props {
  onClose: () => void
  onSnooze: (until: Date) => void
}

/** Snoozes until any date and time, in the browser's time zone. */
export function SnoozeDialog({ onClose, onSnooze }: Props) {
  const [until, setUntil] = useState('')
  const isPast = until !== '' && new Date(until).getTime() <= Date.now()
  const send = () => {
    onSnooze(new Date(until))
    onClose()
  }
  return (
    <FormDialog
      title="Snooze"
      action="Snooze"
      send={{ mutate: send }}
      isIncomplete={until === '' || isPast}
      onClose={onClose}
    >
      <Field
        label="Until"
        type="datetime-local"
        isRequired
        autoFocus
        value={until}
        onChange={setUntil}
        error={isPast ? 'Choose a time in the future.' : undefined}
      />
    </FormDialog>
  )
}
