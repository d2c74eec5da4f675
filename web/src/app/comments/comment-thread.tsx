import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { CommentBox, type CommentBoxProps } from './comment-box.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'
import { type CommentSubject, commentsQuery } from './queries.ts'

interface Props extends Pick<CommentBoxProps, 'people'> {
  subject: CommentSubject
  mayWrite: boolean
}

/** The comments of people and agents, and a box for another one. */
export function CommentThread({ subject, people, mayWrite }: Props) {
  const client = useQueryClient()
  const { queryKey } = commentsQuery(subject)
  const { data: comments } = useSuspenseQuery(commentsQuery(subject))
  const send = useMutation({
    scope: { id: `comments on ${subject.id}` },
    mutationFn: (comment: string) =>
      api.comments.create({ content_type: subject.type, object_pk: subject.id, comment }),
    onSuccess: (comment) => {
      client.setQueryData(queryKey, (before) => {
        return before?.some(({ id }) => id === comment.id) ? before : [...(before ?? []), comment]
      })
    },
  })
  return (
    <>
      <ul className={styles.list}>
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} people={people} />
        ))}
      </ul>
      {mayWrite && (
        <CommentBox label="Comment" button="Comment" people={people} onSend={send.mutateAsync} />
      )}
    </>
  )
}
