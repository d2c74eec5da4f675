import { useSuspenseQuery } from '@tanstack/react-query'
import { CommentThread } from '../../../app/comments/comment-thread.tsx'
import { commentsQuery } from '../../../app/comments/queries.ts'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { Section } from './section.tsx'

export function Comments({ task }: { task: Task }) {
  const { mayWrite, names } = useBoard()
  const subject = { type: 'task', id: task.id } as const
  const { length: count } = useSuspenseQuery(commentsQuery(subject)).data
  return (
    <Section title="Comments" beside={count > 0 && count}>
      <CommentThread subject={subject} people={names.people} mayWrite={mayWrite} />
    </Section>
  )
}
