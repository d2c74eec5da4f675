import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { say } from '../../ui/toasts.tsx'
import type { Whole } from './queries.ts'
import type { Written } from './written.ts'

export type When = 'draft' | 'schedule' | 'add_to_queue' | 'publish'

const said: Record<When, string> = {
  draft: 'The draft is kept.',
  schedule: 'It is planned.',
  add_to_queue: 'It is in the queue.',
  publish: 'It goes out now.',
}

/** Makes drafts or posts of what was written, or changes the one that is open. */
export function useSave(post: Whole | undefined, zone: string, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ written, when }: { written: Written; when: When }) => {
      const content = {
        message: written.message,
        tags: written.tags,
        media: written.media.map(({ asset_id, url, description }) =>
          asset_id ? { asset_id, description } : { url, description },
        ),
      }
      const isTimed = written.date !== '' && written.time !== ''
      const date = isTimed ? `${written.date} ${written.time}` : null
      const hasDate = when === 'draft' || when === 'schedule'
      if (post === undefined) {
        await api.social.createPosts({
          ...content,
          account_ids: written.accountIds,
          action: when,
          ...(hasDate && { date, tz: zone }),
        })
      } else if (post.status !== 'draft') {
        await api.social.updatePost({ post_id: post.id, ...content, date, timezone: zone })
      } else {
        const draftDate = when === 'draft' ? { date, timezone: zone } : {}
        await api.social.updateDraft({ draft_id: post.id, ...content, ...draftDate })
        if (when === 'draft') return
        const planned = when === 'schedule' ? { date, tz: zone } : {}
        await api.social.scheduleDraft(post.id, { action: when, ...planned })
      }
    },
    onSuccess: (_, { when }) => {
      say(said[when])
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['social'] }),
    meta: { showsErrors: true },
  })
}
