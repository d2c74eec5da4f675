import { Link } from '@tanstack/react-router'
import styles from './calendar.module.css'
import { Chip } from './chip.tsx'
import type { ChipData } from './chips.ts'
import { dayInWords, weekdayInWords } from './days.ts'
import { DropCell } from './drop-cell.tsx'

interface Props {
  chips: ChipData[]
  weeks: string[][]
  /** "2026-11" */
  month: string
  today: string
  onMove: (chip: ChipData) => void
  onDrop: (key: string, day: string) => void
}

/** The rest of a day is one click away, in the week view. */
const maxInDay = 3

export function MonthGrid({ chips, weeks, month, today, onMove, onDrop }: Props) {
  const byDay = Map.groupBy(chips, ({ day }) => day)
  return (
    <div className={styles.month}>
      <div className={styles.weekdays} aria-hidden>
        {weeks[0]?.map((day) => (
          <span key={day}>{weekdayInWords(day)}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} className={styles.weekRow}>
          {week.map((day) => {
            const all = byDay.get(day) ?? []
            return (
              <DropCell
                key={day}
                className={styles.day}
                isToday={day === today}
                isOutside={!day.startsWith(month)}
                onDrop={(key) => onDrop(key, day)}
              >
                <section aria-label={dayInWords(day)} className={styles.inDay}>
                  <span className={styles.number} aria-hidden>
                    {Number(day.slice(8))}
                  </span>
                  {all.slice(0, maxInDay).map((chip) => (
                    <Chip key={chip.key} chip={chip} onMove={onMove} />
                  ))}
                  {all.length > maxInDay && (
                    <Link to="." search={{ span: 'week', day } as never} className={styles.more}>
                      {all.length - maxInDay} more
                    </Link>
                  )}
                </section>
              </DropCell>
            )
          })}
        </div>
      ))}
    </div>
  )
}
