import { useEffect, useRef } from 'react'
import styles from './calendar.module.css'
import { Chip } from './chip.tsx'
import type { ChipData } from './chips.ts'
import { dayInWords, weekdayInWords } from './days.ts'
import { DropCell } from './drop-cell.tsx'

interface Props {
  chips: ChipData[]
  days: string[]
  today: string
  onMove: (chip: ChipData) => void
  onDrop: (key: string, day: string, time?: string) => void
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const firstShown = '07'

/** A week by the hour; a post dropped on an hour keeps its minutes. */
export function WeekGrid({ chips, days, today, onMove, onDrop }: Props) {
  const morning = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise here, which React would treat as a cleanup function.
    void morning.current?.scrollIntoView({ block: 'start' })
  }, [])
  const byHour = Map.groupBy(chips, ({ day, time }) => `${day} ${time.slice(0, 2)}`)
  const drop = (key: string, day: string, hour: string) => {
    const minutes = chips.find((chip) => chip.key === key)?.time.slice(3) ?? '00'
    onDrop(key, day, `${hour}:${minutes}`)
  }
  return (
    <section aria-label="Week by hour" tabIndex={chips.length === 0 ? 0 : undefined}>
      <div className={styles.weekHead} aria-hidden>
        <span />
        {days.map((day) => (
          <span key={day} data-today={day === today || undefined}>
            {weekdayInWords(day)} <strong>{Number(day.slice(8))}</strong>
          </span>
        ))}
      </div>
      {hours.map((hour) => (
        <div key={hour} className={styles.hour} ref={hour === firstShown ? morning : undefined}>
          <span className={styles.hourName} aria-hidden>
            {hour}:00
          </span>
          {days.map((day) => {
            const all = byHour.get(`${day} ${hour}`) ?? []
            return (
              <DropCell
                key={day}
                className={styles.hourCell}
                isToday={day === today}
                onDrop={(key) => drop(key, day, hour)}
              >
                {all.length > 0 && (
                  <section aria-label={`${dayInWords(day)}, ${hour}:00`} className={styles.inDay}>
                    {all.map((chip) => (
                      <Chip key={chip.key} chip={chip} onMove={onMove} />
                    ))}
                  </section>
                )}
              </DropCell>
            )
          })}
        </div>
      ))}
    </section>
  )
}
