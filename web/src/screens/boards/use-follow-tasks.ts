import type { LiveEvent } from '@atelier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useEvents } from '../../app/live.ts'
import { tasksQuery } from './queries.ts'
import { forgetTask, refreshTask } from './tasks-cache.ts'

const gatherMs = 60
/** More changed tasks than this are refetched together, with the whole board. */
const maxByOne = 25

/** Keeps a board's tasks up to date: each event names a changed task. */
export function useFollowTasks(boardId: string): void {
  const client = useQueryClient()
  const changed = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
      // Nothing follows events from here on, so the next visit must refetch everything.
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
        const board = 'board' in event.data ? event.data.board : undefined
        if (board !== boardId && !known?.some((task) => task.id === id)) return
        if (event.type === 'pm_task.deleted') forgetTask(client, boardId, id)
        else changed.current.add(id)
        timer.current ??= setTimeout(refresh, gatherMs)
      },
      [client, boardId, refresh],
    ),
  )
}
