import type { Notification } from '@atelier/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../app/api.ts'
import { say } from '../../ui/toasts.tsx'
import { type Mark, markCached, putBack } from './marks.ts'

/** The server marks at most this many at once. */
const most = 1000

interface MarkRequest extends Mark {
  items: readonly Notification[]
}

const opposite = { archive: 'unarchive', snooze: 'unsnooze' } as const

function marking(queryClient: QueryClient) {
  return {
    mutationFn: ({ items, action, until }: MarkRequest) =>
      api.notifications.markMany({ action, until, ids: items.slice(0, most).map(({ id }) => id) }),
    onMutate: ({ items, ...mark }: MarkRequest) =>
      markCached(
        queryClient,
        items.map(({ id }) => id),
        mark,
      ),
    onError: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications', 'count'] }),
  }
}

/** Marks notifications optimistically. */
export function useMarks() {
  const queryClient = useQueryClient()

  const mark = useCallback(
    (items: readonly Notification[], action: Mark['action'], until?: string) => {
      if (items.length === 0) return
      // Marks of the same items arrive in order. Others don't wait for them.
      const scope = { id: `marks of ${items.map(({ id }) => id)}` }
      const cache = queryClient.getMutationCache()
      const marked = cache.build(queryClient, { ...marking(queryClient), scope })
      // The cache shows errors to the person.
      marked.execute({ items, action, until }).catch(() => {})
    },
    [queryClient],
  )

  /** For actions that hide items: shows a message with an undo action. */
  const putAway = useCallback(
    (
      items: readonly Notification[],
      action: 'archive' | 'snooze',
      said: string,
      until?: string,
    ) => {
      mark(items, action, until)
      say(said, {
        label: 'Undo',
        run: () => {
          putBack(queryClient, items)
          mark(items, opposite[action])
        },
      })
    },
    [mark, queryClient],
  )

  return { mark, putAway }
}
