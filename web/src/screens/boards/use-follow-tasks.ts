import type { LiveEvent } from '@atelier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useEvents } from '../../app/live.ts'
import { tasksQuery } from './queries.ts'
import { forgetTask, refreshTask } from './tasks-cache.ts'

const gatherMs = 60
/** More than these are read together, as the board. */
const maxByOne = 25

/** Keeps the tasks of a board as they are: each event names one that has changed. */
export function useFollowTasks(boardId: string): void {
  const client = useQueryClient()
  const changed = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
      // Nobody follows from here on, so whoever comes back reads all of it again.
      const { queryKey } = tasksQuery(boardId)
      void client.invalidateQueries({ queryKey, refetchType: 'none' })
    },
    [client, boardId],
  )

  const refresh = useCallback(() => {
    timer.current = undefined
    const ids = [...changed.current]
    changed.current.clear()
    const { queryKey } = tasksQuery(boardId)
    if (ids.length > maxByOne || client.isFetching({ queryKey }) > 0) {
      void client.invalidateQueries({ queryKey })
    } else {
      for (const id of ids) void refreshTask(client, boardId, id)
    }
  }, [client, boardId])

  useEvents(
    useCallback(
      (event: LiveEvent) => {
        if (event.object.type !== 'pm_task') return
        const id = String(event.object.id)
        const known = client.getQueryData(tasksQuery(boardId).queryKey)
        if (event.data.board !== boardId && !known?.some((task) => task.id === id)) return
        if (event.type === 'pm_task.deleted') forgetTask(client, boardId, id)
        else changed.current.add(id)
        timer.current ??= setTimeout(refresh, gatherMs)
      },
      [client, boardId, refresh],
    ),
  )
}
