import { isNotFound } from '@atelier/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import type { Task } from './model.ts'
import { tagsQuery, tasksQuery } from './queries.ts'

/** Stores a task from a response among its board's tasks, if they are loaded. */
export function keepTask(client: QueryClient, task: Task): void {
  const { queryKey } = tasksQuery(task.board)
  const known = client.getQueryData(tagsQuery.queryKey)
  if (known && task.tags.some((id) => !known.some((tag) => tag.id === id))) {
    void client.invalidateQueries({ queryKey: tagsQuery.queryKey })
  }
  client.setQueryData(queryKey, (tasks) => {
    if (!tasks) return tasks
    const at = tasks.findIndex(({ id }) => id === task.id)
    if (at < 0) return [...tasks, task]
    // Responses may arrive out of order.
    if ((tasks[at] as Task).updated_at > task.updated_at) return tasks
    return tasks.with(at, task)
  })
}

export function forgetTask(client: QueryClient, boardId: string, id: string): void {
  client.setQueryData(tasksQuery(boardId).queryKey, (tasks) =>
    tasks?.filter((task) => task.id !== id),
  )
}

/** Applies a change optimistically; the response or an event replaces it. */
export function guessTask(client: QueryClient, { id, board }: Task, change: Partial<Task>): void {
  client.setQueryData(tasksQuery(board).queryKey, (tasks) =>
    tasks?.map((task) => (task.id === id ? { ...task, ...change } : task)),
  )
}

/** Refetches a task. A task that was deleted or moved to another board is removed. */
export async function refreshTask(client: QueryClient, boardId: string, id: string): Promise<void> {
  try {
    const task = (await api.boardTasks.get(id)) as Task
    if (task.board !== boardId) forgetTask(client, boardId, id)
    keepTask(client, task)
  } catch (error) {
    if (isNotFound(error)) forgetTask(client, boardId, id)
    // After other errors the old state stays; the connection bar says why.
  }
}
