import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import type { Entry } from './queries.ts'

/** So many are read for a calendar; who has more sees the nearest. */
const mostInCalendar = 2000

/** Everything with a date between two days, in the zone; drafts too. */
export const calendarQuery = (accountIds: number[], tz: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['social', 'calendar', { accountIds, tz, from, to }],
    queryFn: async ({ signal }): Promise<Entry[]> => {
      if (accountIds.length === 0) return []
      const order_by = 'date' as const
      const query = { account_ids: accountIds.join(','), per_page: 100, tz, order_by }
      const [drafts, posts] = await Promise.all([
        // Ascending, those without a date come last; posts always have one, and most are out.
        until(
          api.social.listDrafts.all({ ...query, order: 'asc' }, { signal }),
          (day) => day === undefined || day > to,
        ),
        until(
          api.social.listPosts.all({ ...query, order: 'desc' }, { signal }),
          (day) => day === undefined || day < from,
        ),
      ])
      const isShown = (day = '') => day >= from && day <= to
      return [...drafts, ...posts]
        .filter((entry) => isShown(dayOf(entry)))
        .toSorted((a, b) => (a.local_date ?? '').localeCompare(b.local_date ?? ''))
    },
    placeholderData: keepPreviousData,
  })

/** The first of a list, up to where nothing more can be shown. */
async function until(
  entries: AsyncIterable<Entry>,
  isPast: (day: string | undefined) => boolean,
): Promise<Entry[]> {
  const found: Entry[] = []
  for await (const entry of entries) {
    if (isPast(dayOf(entry)) || found.length >= mostInCalendar) break
    found.push(entry)
  }
  return found
}

function dayOf({ local_date }: Entry): string | undefined {
  return local_date?.slice(0, 10)
}
