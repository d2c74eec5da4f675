import { Plus } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './calendar.module.css'
import { Chip } from './chip.tsx'
import { dayInWords, timeOn } from './days.ts'
import type { GridProps } from './grid-props.ts'
import { QueueSlotButton } from './slot-button.tsx'

interface Props extends GridProps {
  isLoading: boolean
}

/** The calendar on a phone: a list of the days that have posts or free queue slots. */
export function Agenda({ chips, slots, accounts, now, isLoading, onMove, onWrite }: Props) {
  if (isLoading) return <SkeletonRows count={4} />
  const today = now.slice(0, 10)
  const byDay = Map.groupBy(chips, ({ day }) => day)
  const slotsByDay = Map.groupBy(onWrite ? slots : [], ({ day }) => day)
  const days = [...new Set([...byDay.keys(), ...slotsByDay.keys()])].sort()
  if (days.length === 0) {
    return <Empty title="Nothing scheduled">Posts and drafts with a date appear here.</Empty>
  }
  return (
    <ol className={styles.days}>
      {days.map((day) => (
        <li key={day}>
          <div className={styles.dayHead}>
            <h3 className={styles.dayName}>
              {day === today ? `Today, ${dayInWords(day)}` : dayInWords(day)}
            </h3>
            {onWrite && day >= today && (
              <IconButton
                label={`New post on ${dayInWords(day)}`}
                onPress={() => onWrite(`${day} ${timeOn(day, now)}`)}
              >
                <Plus />
              </IconButton>
            )}
          </div>
          {byDay.get(day)?.map((chip) => (
            <Chip key={chip.key} chip={chip} onMove={onMove} />
          ))}
          {onWrite && slotsByDay.has(day) && (
            <div className={styles.daySlots}>
              {slotsByDay.get(day)?.map((slot) => (
                <QueueSlotButton
                  key={slot.time}
                  slot={slot}
                  accounts={accounts}
                  onWrite={onWrite}
                  isTabStop
                />
              ))}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
