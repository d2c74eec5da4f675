import type { UpdateBoardTaskBody } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import type { Task } from './model.ts'
import { guessTask, keepTask, refreshTask } from './tasks-cache.ts'

/** Changes fields of a task optimistically, and reverts if the server rejects it. */
export function useChangeTask(task: Task) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `changes of ${task.id}` },
    mutationFn: async (change: UpdateBoardTaskBody) =>
      (await api.boardTasks.update(task.id, change)) as Task,
    onMutate: (change) => {
      // Only the server can turn tag names into ids.
      const { tags: _, ...known } = change
      guessTask(client, task, known as Partial<Task>)
    },
    onSuccess: (changed) => keepTask(client, changed),
    onError: () => refreshTask(client, task.board, task.id),
  })
}
