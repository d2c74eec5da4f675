import type {
  NotificationPreferences,
  ThreadSummary,
  UpdateNotificationPreferencesBody,
} from '@atelier/sdk'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'

export const preferencesQuery = queryOptions({
  queryKey: ['notifications', 'preferences'],
  queryFn: ({ signal }) => api.notifications.getPreferences({ signal }),
})

/** A digest is always changed as a whole here, so that it can be shown before it is saved. */
type Change = UpdateNotificationPreferencesBody & Partial<Pick<NotificationPreferences, 'digest'>>

/** Changes a preference optimistically, and reverts it if the server rejects it. */
export function useSavePreferences() {
  const queryClient = useQueryClient()
  const { queryKey } = preferencesQuery
  const mutationKey = ['save preferences']
  return useMutation({
    mutationKey,
    scope: { id: 'notification preferences' },
    mutationFn: (change: Change) => api.notifications.updatePreferences(change),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (now) => now && changed(now, change))
      return before
    },
    onError: (_error, _change, before) => {
      queryClient.setQueryData(queryKey, before)
      return queryClient.invalidateQueries({ queryKey })
    },
    onSuccess: (after) => {
      // A later change is already shown, and this response does not include it.
      if (queryClient.isMutating({ mutationKey }) === 1) queryClient.setQueryData(queryKey, after)
    },
  })
}

function changed(
  before: NotificationPreferences,
  { categories = {}, timezone, ...rest }: Change,
): NotificationPreferences {
  const merged = { ...before.categories }
  for (const [category, ways] of Object.entries(categories)) {
    merged[category] = { ...merged[category], ...ways }
  }
  const zone = timezone ? { timezone, timezone_is_own: true } : {}
  return { ...before, ...rest, ...zone, categories: merged }
}

export const mutedThreadsQuery = queryOptions({
  queryKey: ['threads', 'muted'],
  queryFn: async ({ signal }) => {
    const muted: ThreadSummary[] = []
    for (let page = 1; ; page++) {
      const { results, next } = await api.threads.list(
        { muted: true, page, page_size: 100 },
        { signal },
      )
      muted.push(...results)
      if (next === null) return muted
    }
  },
})

/** Where the person can answer questions. */
export const doorsQuery = queryOptions({
  queryKey: ['doors'],
  queryFn: ({ signal }) => api.doors.listMy({ signal }),
})

export const browsersQuery = queryOptions({
  queryKey: ['push', 'subscriptions'],
  queryFn: ({ signal }) => api.push.listSubscriptions({ signal }),
})
