import { useEffect, useState } from 'react'

/** The time left to answer a question; counts seconds in the last hour. */
export function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Date.parse(until) - now)
  const isClose = left < 3_600_000
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), isClose ? 1000 : 30_000)
    return () => clearInterval(timer)
  }, [isClose, left])
  return <span role="timer">{left === 0 ? 'Time is up.' : `${describeTime(left)} left`}</span>
}

function describeTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  if (hours >= 1) return `${hours} h ${minutes % 60} min`
  return `${minutes}:${String(seconds % 60).padStart(2, '0')} min`
}
