import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, PencilLine, RotateCw, Send, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useAddress } from '../../app/address.ts'
import { api } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { type Entry, postQuery, type Whole } from './queries.ts'
import { isMovable } from './use-move.ts'

type Verb = 'retry' | 'publish' | 'cancel' | 'delete' | 'delete all'

interface Props {
  post: Whole
  /** Posts from the same composition for other accounts. */
  siblings: Entry[]
}

/** The actions that a post's current status allows. */
export function PostActions({ post, siblings }: Props) {
  const [, change] = useAddress()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Verb>()
  const { id, status, account, outcome_unknown, group_id } = post
  const all = [post, ...siblings].filter(isMovable)
  const isDraft = status === 'draft'
  const act = useMutation({
    mutationFn: async (verb: Verb) => {
      if (verb === 'retry') await api.social.retryPost(id)
      else if (verb === 'publish') await api.social.scheduleDraft(id, { action: 'publish' })
      else if (verb === 'cancel') await api.social.cancelPost(id)
      else if (verb === 'delete all') await deleteAll(group_id, all)
      else if (isDraft) await api.social.deleteDrafts({ draft_ids: [id] })
      else await api.social.deletePosts({ post_ids: [id] })
    },
    onSuccess: async (_, verb) => {
      setAsked(undefined)
      if (verb !== 'delete' && verb !== 'delete all') return
      await navigate({ to: '/social', search: { view: isDraft ? 'drafts' : 'posts' } as never })
      queryClient.removeQueries({ queryKey: postQuery(id).queryKey })
      say(verb === 'delete' ? 'It is deleted.' : 'All of them are deleted.')
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['social'] }),
  })
  const isOpen = isDraft || status === 'scheduled' || status === 'failed'
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
      {isOpen && (
        <Button onPress={() => change({ compose: 'edit' })}>
          <PencilLine /> Change
        </Button>
      )}
      {status !== 'publishing' && (
        <Menu
          label="More about the post"
          trigger={
            <Button kind="quiet" isIcon aria-label="More">
              <Ellipsis />
            </Button>
          }
        >
          {isDraft && (
            <MenuAction icon={<Send />} onAction={() => setAsked('publish')}>
              Publish now
            </MenuAction>
          )}
          {(status === 'scheduled' || status === 'failed') && (
            <MenuAction icon={<Undo2 />} onAction={() => act.mutate('cancel')}>
              Make a draft of it
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
      <Confirm
        title="Delete it?"
        isOpen={asked === 'delete'}
        onClose={() => setAsked(undefined)}
        action="Delete"
        isDanger
        isPending={act.isPending}
        onConfirm={() => act.mutate('delete')}
      >
        {status === 'published'
          ? 'It is forgotten here; on the network it stays.'
          : 'It does not go out, and cannot be had back.'}
      </Confirm>
      <Confirm
        title={`Delete on all ${all.length} accounts?`}
        isOpen={asked === 'delete all'}
        onClose={() => setAsked(undefined)}
        action="Delete all"
        isDanger
        isPending={act.isPending}
        onConfirm={() => act.mutate('delete all')}
      >
        It does not go out on {all.map((one) => one.account.name).join(', ')}, and cannot be had
        back. What is out already stays.
      </Confirm>
      <Confirm
        title="Publish now?"
        isOpen={asked === 'publish'}
        onClose={() => setAsked(undefined)}
        action="Publish"
        isPending={act.isPending}
        onConfirm={() => act.mutate('publish')}
      >
        It goes out at once on {account.name}, and cannot be taken back from here.
      </Confirm>
      <Confirm
        title="Send it again?"
        isOpen={asked === 'retry'}
        onClose={() => setAsked(undefined)}
        action="Send again"
        isPending={act.isPending}
        onConfirm={() => act.mutate('retry')}
      >
        It may be out already. Look on {account.name} first; otherwise it may be there twice.
      </Confirm>
    </>
  )
}

/** Deletes the unpublished entries of a group. Drafts and posts use separate calls. */
async function deleteAll(group_id: string, entries: Pick<Entry, 'id' | 'status'>[]): Promise<void> {
  const posts = entries.filter(({ status }) => status !== 'draft').map(({ id }) => id)
  if (posts.length > 0) await api.social.deletePosts({ post_ids: posts })
  if (posts.length < entries.length) await api.social.deleteDrafts({ group_id })
}
