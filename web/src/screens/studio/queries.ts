import type { Task } from '@atelier/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { assetType } from '../../app/bring-in.ts'
import { readRequest } from './task-request.ts'

const pageSize = 50

/** Earlier tasks, newest first; of one kind or of all kinds. */
export const historyQuery = (kind: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['tasks', 'list', 'studio', kind ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      api.tasks.list({ page: pageParam, page_size: pageSize, ...(kind && { kind }) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _pages, page) => (next ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    // No event reports a task's progress; the open task has its stream.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ results }) => results.some((task) => !hasEnded(task)))
        ? 5000
        : false,
  })

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ['tasks', id],
    queryFn: ({ signal }) => api.tasks.get(id, { signal }),
  })

/** A task's input never changes. */
export const askedQuery = (task: string) =>
  queryOptions({
    queryKey: ['tasks', 'input', task],
    queryFn: async ({ signal }) => readRequest(await api.tasks.getInput(task, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The images of the workspace, for the thumbnails in the history. */
export const picturesQuery = queryOptions({
  queryKey: ['assets', 'list', 'pictures'],
  queryFn: ({ signal }) =>
    api.assets.list({ asset_type: assetType.image, page_size: 100 }, { signal }),
})

export const hasEnded = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'SUCCESS' || status === 'FAILURE'
