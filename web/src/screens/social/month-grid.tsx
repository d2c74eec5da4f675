import { Link } from '@tanstack/react-router'
import styles from './calendar.module.css'
import { Chip } from './chip.tsx'
import { dayInWords, timeOn, weekdayInWords } from './days.ts'
import { DropCell } from './drop-cell.tsx'
import type { GridProps } from './grid-props.ts'
import { CellSlots } from './slot-button.tsx'
import { moveBetweenSlots } from './slot-keys.ts'
import { useTabStop } from './use-tab-stop.ts'

interface Props extends GridProps {
  weeks: string[][]
  /** "2026-11" */
  month: string
  onDrop: (key: string, day: string) => void
}

/** The rest of a day is one click away, in the week view. */
const maxInDay = 3

export function MonthGrid(props: Props) {
  const { chips, slots, accounts, weeks, month, now, onMove, onDrop, onWrite } = props
  const today = now.slice(0, 10)
  const slotsByDay = Map.groupBy(slots, ({ day }) => day)
  const free = onWrite ? weeks.flat().filter((day) => day >= today) : []
  const { tabStop, onFocus } = useTabStop(free.map((day) => `${day} ${timeOn(day, now)}`))
  const byDay = Map.groupBy(chips, ({ day }) => day)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between its buttons
    <div className={styles.month} onKeyDown={moveBetweenSlots} onFocus={onFocus}>
      <div className={styles.weekdays} aria-hidden>
        {weeks[0]?.map((day) => (
          <span key={day}>{weekdayInWords(day)}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} className={styles.weekRow}>
          {week.map((day) => {
            const all = byDay.get(day) ?? []
            const free = (slotsByDay.get(day) ?? []).slice(0, Math.max(0, maxInDay - all.length))
            const time = timeOn(day, now)
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
                  <CellSlots
                    {...{ day, time, free, accounts, tabStop, onWrite }}
                    isOpen={day >= today}
                  />
                </section>
              </DropCell>
            )
          })}
        </div>
      ))}
    </div>
  )
}
