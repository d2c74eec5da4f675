import { isInvalid } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api } from '../../app/api.ts'
import type { CardPosition, Move } from './columns.ts'
import type { Task } from './model.ts'
import { keepTask } from './tasks-cache.ts'

/**
 * Moves tasks optimistically on the page and one after another on the server. A move names its
 * neighbours instead of a position, so concurrent moves don't change its meaning.
 */
export function useMoves(boardId: string): {
  moves: Move[]
  move: (taskId: string, to: CardPosition) => void
} {
  const client = useQueryClient()
  const [moves, setMoves] = useState<Move[]>([])
  const { mutate } = useMutation({
    scope: { id: `moves of ${boardId}` },
    mutationFn: sendMove,
    onMutate: (move: Move) => setMoves((before) => [...before, move]),
    onSuccess: (task) => keepTask(client, task),
    onSettled: (_task, _error, move) => {
      setMoves((before) => before.filter((one) => one !== move))
    },
  })
  const move = useCallback(
    (taskId: string, to: CardPosition) => mutate({ taskId, ...to }),
    [mutate],
  )
  return { moves, move }
}

/** A neighbour may have left the column. Then the next one is tried, and finally the end. */
async function sendMove({ taskId, status, before, after }: Move): Promise<Task> {
  const places = [...before.map((id) => ({ before: id })), ...(after ? [{ after }] : [])]
  for (const place of places) {
    try {
      return (await api.boardTasks.move(taskId, { status, ...place })) as Task
    } catch (error) {
      const isGone = isInvalid(error) && error.errors.some(({ path }) => /before|after/.test(path))
      if (!isGone) throw error
    }
  }
  return (await api.boardTasks.move(taskId, { status })) as Task
}
