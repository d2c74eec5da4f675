import { useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
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
    <Dialog title="Move to another time" isOpen onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          onMove(day, time)
        }}
      >
        <div className={styles.two}>
          <Field label="Day" type="date" isRequired value={day} onChange={setDay} />
          <Field label="Time" type="time" isRequired value={time} onChange={setTime} />
        </div>
        <p className={styles.note}>Times are in {zoneInWords(zone, new Date())}.</p>
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="first" type="submit">
            Move
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
