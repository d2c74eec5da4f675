import type { Transcription } from '@atelier/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

export const voicesQuery = queryOptions({
  queryKey: ['voices', 'list'],
  queryFn: ({ signal }) => api.voices.list({}, { signal }),
})

const nextPage = ({ next }: { next: string | null }, _pages: unknown, page: number) =>
  next ? page + 1 : undefined

const isOver = ({ status }: { status: string }) => status === 'SUCCESS' || status === 'FAILURE'

/** Generated speech, newest first. */
export const spokenQuery = infiniteQueryOptions({
  queryKey: ['tasks', 'list', 'speech'],
  queryFn: ({ pageParam, signal }) =>
    api.tasks.list({ kind: 'speech', page: pageParam, page_size: 15 }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  placeholderData: keepPreviousData,
  // No event reports a task's progress.
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ results }) => results.some((task) => !isOver(task))) ? 2000 : false,
})

export const hasEnded = ({ job_status }: Pick<Transcription, 'job_status'>): boolean =>
  job_status === 'DONE' || job_status === 'FAILED'

export const transcriptionsQuery = infiniteQueryOptions({
  queryKey: ['transcriptions', 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.transcriptions.list({ page: pageParam, page_size: 50 }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  placeholderData: keepPreviousData,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ results }) => results.some((entry) => !hasEnded(entry)))
      ? 4000
      : false,
})

export const transcriptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['transcriptions', id],
    queryFn: ({ signal }) => api.transcriptions.get(id, { signal }),
    // Events report the end; progress must be polled.
    refetchInterval: ({ state }) => (state.data && !hasEnded(state.data) ? 1500 : false),
  })
