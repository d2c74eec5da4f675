import { useSuspenseQuery } from '@tanstack/react-query'
import { workspaceQuery } from '../../app/queries.ts'
import { localTime } from './days.ts'

/** The workspace's time zone, which all times here use, wherever the browser is. */
export function useZone() {
  const { timezone, start_of_week } = useSuspenseQuery(workspaceQuery).data.workspace.settings
  const now = localTime(new Date(), timezone)
  return { zone: timezone, startOfWeek: start_of_week, now, today: now.slice(0, 10) }
}
