import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { taskQuery } from './queries.ts'

/** The address of a task that does not know its board, from mails and searches: leads to the board. */
export function TaskAddress() {
  const { task } = useParams({ strict: false }) as { task: string }
  const { data } = useSuspenseQuery(taskQuery(task))
  return <Navigate to={`/boards/${data.board}/${data.slug}` as string} replace />
}
