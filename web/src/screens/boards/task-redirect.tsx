import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { taskQuery } from './queries.ts'

/** A task URL without a board, from emails and search. Redirects to the board. */
export function TaskRedirect() {
  const { task } = useParams({ strict: false }) as { task: string }
  const { data } = useSuspenseQuery(taskQuery(task))
  return <Navigate to={`/boards/${data.board}/${data.slug}` as string} replace />
}
