import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import type { Entry } from './queries.ts'

/** The calendar shows at most this many drafts and this many posts; nobody reads more. */
export const maxInCalendar = 1000

/** All posts and drafts dated within a range of days, in the time zone. */
export const calendarQuery = (accountIds: number[], tz: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['social', 'calendar', { accountIds, tz, from, to }],
    queryFn: async ({ signal }): Promise<Entry[]> => {
      if (accountIds.length === 0) return []
      const sorted = { order_by: 'date', order: 'asc' } as const
      const query = { account_ids: accountIds.join(','), per_page: 100, tz, from, to, ...sorted }
      const [drafts, posts] = await Promise.all([
        readFirst(api.social.listDrafts.all(query, { signal })),
        readFirst(api.social.listPosts.all(query, { signal })),
      ])
      return [...drafts, ...posts].toSorted((a, b) =>
        (a.local_date ?? '').localeCompare(b.local_date ?? ''),
      )
    },
    placeholderData: keepPreviousData,
  })

async function readFirst(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = []
  for await (const entry of entries) {
    if (found.length >= maxInCalendar) break
    found.push(entry)
  }
  return found
}
