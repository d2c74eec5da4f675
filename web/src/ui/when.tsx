import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let minute = Date.now()
setInterval(() => {
  minute = Date.now()
  for (const listener of listeners) listener()
}, 30_000)

function useNow(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => minute,
  )
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'medium' })

/** Relative time, as short as possible; hovering shows the full date and time. */
export function When({ at }: { at: string | number | Date }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={whole.format(date)}>
      {describeTime(date, Math.max(now, Date.now() - 60_000))}
    </time>
  )
}

function describeTime(date: Date, now: number): string {
  const seconds = Math.round((date.getTime() - now) / 1000)
  const size = Math.abs(seconds)
  if (size < 45) return 'now'
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute')
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour')
  if (size < 7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day')
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? day : dayOfYear).format(date)
}
