import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, PencilLine, RotateCw, Send, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { type Entry, type PostOrDraft, postQuery } from './queries.ts'
import { isMovable } from './use-move.ts'

type Verb = 'retry' | 'publish' | 'cancel' | 'delete' | 'delete all'

interface Props {
  post: PostOrDraft
  /** Posts from the same composition for other accounts. */
  siblings: Entry[]
}

/** The actions that a post's current status allows. */
export function PostActions({ post, siblings }: Props) {
  const [, change] = useSearchParams()
  const [asked, setAsked] = useState<Verb>()
  const { status, outcome_unknown } = post
  const all = [post, ...siblings].filter(isMovable)
  const isDraft = status === 'draft'
  const act = useAct(post, all, () => setAsked(undefined))
  return (
    <>
      {status === 'failed' && (
        <Button
          kind="first"
          isDisabled={act.isPending}
          onPress={() => (outcome_unknown ? setAsked('retry') : act.mutate('retry'))}
        >
          <RotateCw /> Try again
        </Button>
      )}
      {(isDraft || status === 'scheduled' || status === 'failed') && (
        <Button onPress={() => change({ compose: 'edit' })}>
          <PencilLine /> Edit
        </Button>
      )}
      {status !== 'publishing' && (
        <Menu
          label="Post actions"
          trigger={
            <IconButton label="More" size="usual">
              <Ellipsis />
            </IconButton>
          }
        >
          {isDraft && (
            <MenuAction icon={<Send />} onAction={() => setAsked('publish')}>
              Publish now
            </MenuAction>
          )}
          {(status === 'scheduled' || status === 'failed') && (
            <MenuAction icon={<Undo2 />} onAction={() => act.mutate('cancel')}>
              Move back to drafts
            </MenuAction>
          )}
          <MenuAction icon={<Trash2 />} isDanger onAction={() => setAsked('delete')}>
            Delete
          </MenuAction>
          {isMovable(post) && all.length > 1 && (
            <MenuAction icon={<Trash2 />} isDanger onAction={() => setAsked('delete all')}>
              {`Delete on all ${all.length} accounts`}
            </MenuAction>
          )}
        </Menu>
      )}
      {asked && (
        <Confirm
          {...confirmation(asked, post, all)}
          onClose={() => setAsked(undefined)}
          isPending={act.isPending}
          onConfirm={() => act.mutate(asked)}
        />
      )}
    </>
  )
}

function useAct({ id, status, group_id }: PostOrDraft, all: Entry[], onDone: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isDraft = status === 'draft'
  return useMutation({
    mutationFn: async (verb: Verb) => {
      if (verb === 'retry') await api.social.retryPost(id)
      else if (verb === 'publish') await api.social.scheduleDraft(id, { action: 'publish' })
      else if (verb === 'cancel') await api.social.cancelPost(id)
      else if (verb === 'delete all') await deleteAll(group_id, all)
      else if (isDraft) await api.social.deleteDrafts({ draft_ids: [id] })
      else await api.social.deletePosts({ post_ids: [id] })
    },
    onSuccess: async (_, verb) => {
      onDone()
      if (verb !== 'delete' && verb !== 'delete all') return
      await navigate({ to: '/social', search: { view: isDraft ? 'drafts' : 'posts' } as never })
      queryClient.removeQueries({ queryKey: postQuery(id).queryKey })
      say(verb === 'delete' ? 'Deleted.' : 'Deleted on all accounts.')
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['social'] }),
  })
}

function confirmation(verb: Verb, { status, account }: PostOrDraft, all: Entry[]) {
  if (verb === 'publish') {
    const children = `This publishes the post now on ${account.name}. You cannot undo this here.`
    return { title: 'Publish now?', action: 'Publish', children }
  }
  if (verb === 'retry') {
    const children = `It may already be published. Check ${account.name} first to avoid posting it twice.`
    return { title: 'Publish again?', action: 'Publish again', children }
  }
  if (verb === 'delete all') {
    const names = all.map((one) => one.account.name).join(', ')
    return {
      title: `Delete on all ${all.length} accounts?`,
      action: 'Delete all',
      isDanger: true,
      children: `It will not be published on ${names}. You cannot undo this. Published posts stay online.`,
    }
  }
  return {
    title: status === 'draft' ? 'Delete this draft?' : 'Delete this post?',
    action: 'Delete',
    isDanger: true,
    children:
      status === 'published'
        ? 'This deletes it here only. It stays on the network.'
        : 'It will not be published. You cannot undo this.',
  }
}

/** Deletes the unpublished entries of a group. Drafts and posts use separate calls. */
async function deleteAll(group_id: string, entries: Pick<Entry, 'id' | 'status'>[]): Promise<void> {
  const posts = entries.filter(({ status }) => status !== 'draft').map(({ id }) => id)
  if (posts.length > 0) await api.social.deletePosts({ post_ids: posts })
  if (posts.length < entries.length) await api.social.deleteDrafts({ group_id })
}
