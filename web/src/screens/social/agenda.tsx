import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './calendar.module.css'
import { Chip } from './chip.tsx'
import type { ChipData } from './chips.ts'
import { dayInWords } from './days.ts'

interface Props {
  chips: ChipData[]
  today: string
  isLoading: boolean
  onMove: (chip: ChipData) => void
}

/** The calendar on a phone: a list of the days that have posts. */
export function Agenda({ chips, today, isLoading, onMove }: Props) {
  if (isLoading) return <SkeletonRows count={4} />
  if (chips.length === 0) {
    return <Empty title="Nothing scheduled">Posts and drafts with a date appear here.</Empty>
  }
  return (
    <ol className={styles.days}>
      {[...Map.groupBy(chips, ({ day }) => day)].map(([day, all]) => (
        <li key={day}>
          <h3 className={styles.dayName}>
            {day === today ? `Today, ${dayInWords(day)}` : dayInWords(day)}
          </h3>
          {all.map((chip) => (
            <Chip key={chip.key} chip={chip} onMove={onMove} />
          ))}
        </li>
      ))}
    </ol>
  )
}
