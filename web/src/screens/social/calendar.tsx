import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery } from '../../app/queries.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { useMay } from '../../app/session.ts'
import { Agenda } from './agenda.tsx'
import styles from './calendar.module.css'
import { isDay } from './calendar-bar.tsx'
import { calendarQuery, maxInCalendar } from './calendar-query.ts'
import { buildChips, type ChipData } from './chips.ts'
import { listMonth, listWeek, zoneInWords } from './days.ts'
import { freeSlots } from './free-slots.ts'
import { MonthGrid } from './month-grid.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { slotsQuery } from './queries.ts'
import { useMove } from './use-move.ts'
import { useZone } from './use-zone.ts'
import { WeekGrid } from './week-grid.tsx'

/** All posts and drafts with a date, in the workspace's time zone. */
export function Calendar() {
  const [{ day, span }, change] = useSearchParams()
  const { zone, startOfWeek, today, now } = useZone()
  const mayWrite = useMay('social:write')
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const [moving, setMoving] = useState<ChipData>()
  const move = useMove(zone)
  const shown = isDay(day) ? day : today
  const weeks = span === 'week' ? [listWeek(shown, startOfWeek)] : listMonth(shown, startOfWeek)
  const days = weeks.flat()
  const ids = accounts.map(({ id }) => id)
  const found = useQuery(calendarQuery(ids, zone, days[0] as string, days.at(-1) as string))
  if (found.isError) throw found.error
  const active = new Set(accounts.filter(({ is_active }) => is_active).map(({ id }) => id))
  const queue = useQuery(slotsQuery).data?.filter(({ account_id }) => active.has(account_id)) ?? []
  const chips = buildChips(found.data ?? [])
  const onWrite = (date: string, on: number[] = []) =>
    change({ compose: 'new', date, on: on.join(',') })
  const shared = {
    chips,
    slots: freeSlots(queue, found.data ?? [], days, { zone, now }),
    accounts,
    now,
    onWrite: mayWrite ? onWrite : undefined,
    onMove: setMoving,
    onDrop: (key: string, to: string, time?: string) => {
      const chip = chips.find((one) => one.key === key)
      if (!chip) return
      const next = time ?? chip.time
      if (chip.day === to && chip.time === next) return
      move.mutate({ entries: chip.entries, day: to, time: next })
    },
  }
  return (
    <div className={styles.calendar} aria-busy={found.isPending}>
      <div className={styles.grid}>
        {span === 'week' ? (
          <WeekGrid {...shared} days={days} />
        ) : (
          <MonthGrid {...shared} weeks={weeks} month={shown.slice(0, 7)} />
        )}
      </div>
      <div className={styles.agenda}>
        <Agenda {...shared} isLoading={found.isPending} />
      </div>
      <p className={styles.zone}>
        Times are in {zoneInWords(zone, new Date())}.
        {(found.data?.length ?? 0) >= maxInCalendar && ' Too many posts to show all of them.'}
      </p>
      {moving && (
        <MoveDialog
          chip={moving}
          zone={zone}
          onClose={() => setMoving(undefined)}
          onMove={(to, time) => {
            move.mutate({ entries: moving.entries, day: to, time })
            setMoving(undefined)
          }}
        />
      )}
    </div>
  )
}
