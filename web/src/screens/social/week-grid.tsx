import { useEffect, useRef } from 'react'
import styles from './calendar.module.css'
import { Chip } from './chip.tsx'
import { dayInWords, weekdayInWords } from './days.ts'
import { DropCell } from './drop-cell.tsx'
import type { GridProps } from './grid-props.ts'
import { CellSlots } from './slot-button.tsx'
import { moveBetweenSlots } from './slot-keys.ts'
import { useTabStop } from './use-tab-stop.ts'

interface Props extends GridProps {
  days: string[]
  onDrop: (key: string, day: string, time?: string) => void
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const firstShown = '07'

/** A week by the hour; a post dropped on an hour keeps its minutes. */
export function WeekGrid(props: Props) {
  const { chips, slots, accounts, days, now, onMove, onDrop, onWrite } = props
  const today = now.slice(0, 10)
  const morning = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise here, which React would treat as a cleanup function.
    void morning.current?.scrollIntoView({ block: 'start' })
  }, [])
  const byHour = Map.groupBy(chips, ({ day, time }) => `${day} ${time.slice(0, 2)}`)
  const slotsByHour = Map.groupBy(slots, ({ day, time }) => `${day} ${time.slice(0, 2)}`)
  const free = onWrite ? hours.flatMap((hour) => days.map((day) => `${day} ${hour}:00`)) : []
  const { tabStop, onFocus } = useTabStop(free.filter((slot) => slot > now))
  const drop = (key: string, day: string, hour: string) => {
    const minutes = chips.find((chip) => chip.key === key)?.time.slice(3) ?? '00'
    onDrop(key, day, `${hour}:${minutes}`)
  }
  return (
    <section
      aria-label="Week by hour"
      tabIndex={chips.length === 0 && !tabStop ? 0 : undefined}
      onKeyDown={moveBetweenSlots}
      onFocus={onFocus}
    >
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
            const free = slotsByHour.get(`${day} ${hour}`) ?? []
            const time = `${hour}:00`
            return (
              <DropCell
                key={day}
                className={`${styles.hourCell} ${styles.inDay}`}
                isToday={day === today}
                onDrop={(key) => drop(key, day, hour)}
              >
                {all.length > 0 && (
                  <section aria-label={`${dayInWords(day)}, ${time}`} className={styles.inHour}>
                    {all.map((chip) => (
                      <Chip key={chip.key} chip={chip} onMove={onMove} />
                    ))}
                  </section>
                )}
                <CellSlots
                  {...{ day, time, free, accounts, tabStop, onWrite }}
                  isOpen={`${day} ${time}` > now}
                />
              </DropCell>
            )
          })}
        </div>
      ))}
    </section>
  )
}
