import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { commentsQuery } from '../queries.ts'
import { CommentBox } from './comment-box.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'
import { Section } from './section.tsx'

/** The comments of people and agents on a task. */
export function Comments({ task }: { task: Task }) {
  const { mayWrite } = useBoard()
  const client = useQueryClient()
  const { queryKey } = commentsQuery(task.id)
  const { data: comments } = useSuspenseQuery(commentsQuery(task.id))
  const send = useMutation({
    mutationFn: (comment: string) =>
      api.comments.create({ content_type: 'task', object_pk: task.id, comment }),
    onSuccess: (comment) => {
      client.setQueryData(queryKey, (before) => {
        return before?.some(({ id }) => id === comment.id) ? before : [...(before ?? []), comment]
      })
    },
  })
  return (
    <Section title="Comments" beside={comments.length > 0 && comments.length}>
      <ul className={styles.list}>
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ul>
      {mayWrite && <CommentBox label="Comment" button="Comment" onSend={send.mutateAsync} />}
    </Section>
  )
}
