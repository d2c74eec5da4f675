import type { Comment } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { When } from '../../ui/when.tsx'
import { api } from '../api.ts'
import { Markdown } from '../markdown.tsx'
import { useMe } from '../session.ts'
import { CommentBox, type CommentBoxProps } from './comment-box.tsx'
import styles from './comments.module.css'
import { commentsQuery } from './queries.ts'

interface Props extends Pick<CommentBoxProps, 'people'> {
  comment: Comment
}

export function CommentItem({ comment, people }: Props) {
  const { author, created_at, updated_at, is_deleted, parent } = comment
  const { user } = useMe()
  const client = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { content_type: type, object_pk: id } = comment
  const refresh = () => client.invalidateQueries(commentsQuery({ type, id }))
  const change = useMutation({
    mutationFn: (text: string) => api.comments.update(comment.id, { comment: text }),
    onSuccess: async () => {
      await refresh()
      setOpen(null)
    },
  })
  const remove = useMutation({
    mutationFn: () => api.comments.delete(comment.id),
    onSuccess: refresh,
  })
  const isAgent = author.kind === 'agent'
  const isMine = author.id === user.id && author.kind === 'user' && !is_deleted
  return (
    <li className={`${styles.comment} ${parent === null ? '' : styles.answer}`}>
      <Avatar name={author.name} isAgent={isAgent} size={26} />
      <div className={styles.head}>
        <strong>{author.name}</strong>
        {isAgent && <Badge tone="agent">Agent</Badge>}
        <When at={created_at} />
        {updated_at !== created_at && !is_deleted && <span className={styles.gone}>edited</span>}
        {isMine && open !== 'edit' && (
          <span className={styles.actions}>
            <IconButton label="Edit your comment" onPress={() => setOpen('edit')}>
              <Pencil />
            </IconButton>
            <IconButton label="Delete your comment" onPress={() => setOpen('delete')}>
              <Trash2 />
            </IconButton>
          </span>
        )}
      </div>
      <div className={styles.body}>
        {open === 'edit' ? (
          <CommentBox
            label="Your comment"
            comment={comment.comment}
            button="Save"
            people={people}
            onSend={change.mutateAsync}
            onCancel={() => setOpen(null)}
          />
        ) : is_deleted ? (
          <p className={styles.gone}>This comment was deleted.</p>
        ) : (
          <Markdown text={comment.comment} />
        )}
      </div>
      {open === 'delete' && (
        <Confirm
          title="Delete your comment?"
          onClose={() => setOpen(null)}
          action="Delete comment"
          isDanger
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          This cannot be undone.
          {type === 'task' && ' The activity still shows that there was a comment.'}
        </Confirm>
      )}
    </li>
  )
}
