/** How many backups to keep: the newest ones, and the newest of each of so many days, weeks, months. */
export interface Retention {
  newest: number
  days: number
  weeks: number
  months: number
}

const units = { '': 'newest', d: 'days', w: 'weeks', m: 'months' } as const

/** Reads `3,7d,4w,12m`. */
export function parseRetention(text: string): Retention {
  const retention: Retention = { newest: 0, days: 0, weeks: 0, months: 0 }
  for (const part of text.split(',')) {
    const [, count, unit] = /^([1-9]\d{0,3})([dwm]?)$/.exec(part.trim()) ?? []
    if (!count) {
      throw new Error(
        `must be a list such as 3,7d,4w,12m: the newest 3, and one for each of 7 days, 4 weeks and 12 months, not "${text}"`,
      )
    }
    retention[units[unit as keyof typeof units]] = Number(count)
  }
  return retention
}

/** The backups to keep. The newest one is always among them. */
export function backupsToKeep<T extends { startedAt: string }>(
  backups: readonly T[],
  { newest, days, weeks, months }: Retention,
): Set<T> {
  const sorted = backups.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))
  const kept = new Set(sorted.slice(0, Math.max(1, newest)))
  const keepOnePer = (count: number, periodOf: (day: string) => string) => {
    const periods = new Set<string>()
    for (const backup of sorted) {
      const period = periodOf(backup.startedAt.slice(0, 10))
      if (periods.has(period) || periods.size === count) continue
      periods.add(period)
      kept.add(backup)
    }
  }
  keepOnePer(days, (day) => day)
  keepOnePer(weeks, mondayBefore)
  keepOnePer(months, (day) => day.slice(0, 7))
  return kept
}

function mondayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
