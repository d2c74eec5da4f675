import type { Task } from '@atelier/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../app/api.ts'
import { hasEnded, taskQuery } from './queries.ts'

/** A task that is updated from its stream. */
export function useTask(id: string): Task {
  const queryClient = useQueryClient()
  const { data: task } = useSuspenseQuery(taskQuery(id))
  const isOver = hasEnded(task)
  useEffect(() => {
    if (isOver) return
    const leaving = new AbortController()
    const follow = async () => {
      for await (const now of api.tasks.follow(id, { signal: leaving.signal })) {
        queryClient.setQueryData(taskQuery(id).queryKey, now)
      }
    }
    // If the stream fails, events and the query still report the end.
    follow().catch(() => {})
    return () => leaving.abort()
  }, [id, isOver, queryClient])
  return task
}
