import type { Notification } from '@atelier/sdk'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { questionQuery } from '../../app/queries.ts'
import type { LoadedList } from './list/long-list.ts'
import { listKey } from './marks.ts'

const notificationQuery = (id: string) =>
  queryOptions({
    queryKey: ['notifications', id],
    queryFn: ({ signal }) => api.notifications.get(id, { signal }),
  })

/** The list's data is the placeholder until the full data loads. */
export function useNotificationQuery(id: string) {
  const queryClient = useQueryClient()
  return {
    ...notificationQuery(id),
    placeholderData: () =>
      queryClient
        .getQueriesData<LoadedList<Notification>>({ queryKey: listKey })
        .flatMap(([, list]) => list?.items ?? [])
        .find((item) => item.id === id),
  }
}

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['threads', id],
    queryFn: async ({ signal, client }) => {
      const thread = await api.threads.get(id, { signal })
      // Loads the questions too: each would shift the content below when it arrives later.
      const asked = thread.entries.flatMap(({ question_id }) => question_id ?? [])
      await Promise.all(asked.map((one) => client.prefetchQuery(questionQuery(one))))
      return thread
    },
  })

export const receiptsQuery = (id: string) =>
  queryOptions({
    queryKey: ['notifications', id, 'receipts'],
    queryFn: ({ signal }) => api.notifications.getReceipts(id, { signal }),
  })

/** An email has the id of its delivery. */
export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mails', id],
    queryFn: ({ signal }) => api.notifications.getMail(id, { signal }),
  })
