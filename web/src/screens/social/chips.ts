import type { Entry } from './queries.ts'

/** Posts from one composition with the same time and status, shown as one calendar entry. */
export interface ChipData {
  key: string
  entries: [Entry, ...Entry[]]
  /** "2026-11-20" */
  day: string
  /** "09:30" */
  time: string
}

export function buildChips(entries: readonly Entry[]): ChipData[] {
  const groups = Map.groupBy(
    entries.filter(({ local_date }) => local_date),
    ({ group_id, local_date, status }) => `${group_id} ${local_date} ${status}`,
  )
  return [...groups].map(([key, all]) => {
    const [day = '', time = ''] = (all[0]?.local_date ?? '').split(' ')
    return { key, entries: all as ChipData['entries'], day, time }
  })
}
