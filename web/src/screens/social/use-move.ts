import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { writeMessage } from '../../app/query-client.ts'
import { complain } from '../../ui/toasts.tsx'
import type { Entry } from './queries.ts'

interface Move {
  entries: Entry[]
  /** "2026-11-20" */
  day: string
  /** "09:30" */
  time: string
}

/** Reschedules posts and drafts optimistically, and reverts if the server rejects it. */
export function useMove(zone: string) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'moves of posts' },
    mutationFn: async ({ entries, day, time }: Move) => {
      for (const { id, status } of entries) {
        const when = { date: `${day} ${time}`, timezone: zone }
        if (status === 'draft') await api.social.updateDraft({ draft_id: id, ...when })
        else await api.social.updatePost({ post_id: id, ...when })
      }
    },
    onMutate: async ({ entries, day, time }) => {
      await queryClient.cancelQueries({ queryKey: ['social', 'calendar'] })
      const ids = new Set(entries.map(({ id }) => id))
      const moved = (entry: Entry) =>
        ids.has(entry.id) ? { ...entry, local_date: `${day} ${time}` } : entry
      queryClient.setQueriesData<Entry[]>({ queryKey: ['social', 'calendar'] }, (all) =>
        all?.map(moved),
      )
    },
    onError: (error) => complain(`Not moved: ${writeMessage(error)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['social'] }),
    meta: { showsErrors: true },
  })
}

/** Posts that are published or being published cannot move. */
export function isMovable({ status }: Pick<Entry, 'status'>): boolean {
  return status === 'scheduled' || status === 'draft' || status === 'failed'
}
