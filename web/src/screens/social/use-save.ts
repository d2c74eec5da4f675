import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { say } from '../../ui/toasts.tsx'
import type { Composition } from './composition.ts'
import { writeAudience } from './network-options.ts'
import type { Entry, PostOrDraft } from './queries.ts'

export type SaveMode = 'draft' | 'schedule' | 'add_to_queue' | 'publish'

const audience: Record<SaveMode, string> = {
  draft: 'Draft saved.',
  schedule: 'Post scheduled.',
  add_to_queue: 'Added to the queue.',
  publish: 'Publishing now.',
}

interface Save {
  composition: Composition
  when: SaveMode
  /** The other entries of the composition to change as well. */
  others: readonly Entry[]
}

/** Creates drafts or posts from the composition, or changes the open one. */
export function useSave(post: PostOrDraft | undefined, zone: string, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ composition, when, others }: Save) => {
      const content = {
        message: composition.message,
        tags: composition.tags,
        media: composition.media.map(({ asset_id, url, description }) =>
          asset_id ? { asset_id, description } : { url, description },
        ),
        comments: composition.comments.filter((comment) => comment.trim() !== ''),
        additional: writeAudience(post?.additional, composition.audience),
      }
      const isTimed = composition.date !== '' && composition.time !== ''
      const date = isTimed ? `${composition.date} ${composition.time}` : null
      const hasDate = when === 'draft' || when === 'schedule'
      if (post === undefined) {
        await api.social.createPosts({
          ...content,
          account_ids: composition.accountIds,
          action: when,
          ...(hasDate && { date, tz: zone }),
        })
        return
      }
      const isDraft = post.status === 'draft'
      const planned = when === 'draft' || !isDraft ? { date, timezone: zone } : {}
      const changes = { ...content, ...planned }
      if (others.length > 0) await api.social.updateGroup({ group_id: post.group_id, ...changes })
      else if (isDraft) await api.social.updateDraft({ draft_id: post.id, ...changes })
      else await api.social.updatePost({ post_id: post.id, ...changes })
      if (!isDraft || when === 'draft') return
      const at = when === 'schedule' ? { date, tz: zone } : {}
      for (const { id, status } of [post, ...others]) {
        if (status === 'draft') await api.social.scheduleDraft(id, { action: when, ...at })
      }
    },
    onSuccess: (_, { when }) => {
      say(audience[when])
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['social'] }),
    meta: { showsErrors: true },
  })
}
