import { useState } from 'react'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { ChipData } from './chips.ts'
import styles from './composer.module.css'
import { zoneInWords } from './days.ts'

interface Props {
  chip: ChipData
  zone: string
  onClose: () => void
  onMove: (day: string, time: string) => void
}

/** The alternative to dragging, for keyboard and touch. */
export function MoveDialog({ chip, zone, onClose, onMove }: Props) {
  const [day, setDay] = useState(chip.day)
  const [time, setTime] = useState(chip.time)
  return (
    <FormDialog
      title="Move to another time"
      action="Move"
      send={{ mutate: () => onMove(day, time) }}
      onClose={onClose}
    >
      <div className={styles.two}>
        <Field label="Day" type="date" isRequired value={day} onChange={setDay} />
        <Field label="Time" type="time" isRequired value={time} onChange={setTime} />
      </div>
      <p className={styles.note}>Times are in {zoneInWords(zone, new Date())}.</p>
    </FormDialog>
  )
}
