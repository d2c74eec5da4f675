import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { readAll } from '../../app/read-all.ts'
import { readExact, readVersion } from './exact.ts'
import { readItem } from './items/exact-item.ts'

export const typesQuery = queryOptions({
  queryKey: ['projectTypes'],
  queryFn: ({ signal }) => readAll(api.projects.listTypes.all({ page_size: 100 }, { signal })),
})

/** The number of projects per type. */
export const countsQuery = (types: string[]) =>
  queryOptions({
    queryKey: ['projects', 'counts', ...types],
    queryFn: async ({ signal }) => {
      const count = async (type: string) =>
        [type, (await api.projects.list(type, { page_size: 1 }, { signal })).count] as const
      return new Map(await Promise.all(types.map(count)))
    },
  })

export interface ListFilters {
  search?: string | undefined
  deleted?: boolean | undefined
}

export const projectsQuery = (type: string, { search, deleted = false }: ListFilters) =>
  infiniteQueryOptions({
    queryKey: ['projects', 'list', type, search ?? '', deleted],
    queryFn: ({ signal, pageParam }) => {
      const query = { page: pageParam, page_size: 50, order_by: 'updated_at' as const, deleted }
      return api.projects.list(type, { ...query, ...(search && { search }) }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ next }, pages) => (next === null ? undefined : pages.length + 1),
    placeholderData: (before) => before,
  })

export const projectQuery = (type: string, id: string) =>
  queryOptions({
    queryKey: ['projects', 'one', type, id],
    queryFn: async ({ signal }) =>
      readVersion(await readExact((options) => api.projects.get(type, id, { ...options, signal }))),
    // Compares by revision instead of deeply.
    structuralSharing: (before, now) => {
      const known = before as { revision: number } | undefined
      return known?.revision === (now as { revision: number }).revision ? known : now
    },
  })

export const revisionsQuery = (type: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['projects', 'revisions', type, id],
    queryFn: ({ signal, pageParam }) =>
      api.projects.listRevisions(type, id, { page: pageParam, page_size: 50 }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, pages) => (next === null ? undefined : pages.length + 1),
  })

export const diffQuery = (type: string, id: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['projects', 'diff', type, id, from, to],
    queryFn: ({ signal }) =>
      readExact((options) => api.projects.diff(type, id, { from, to }, { ...options, signal })),
    placeholderData: (before) => before,
    // Past versions never change.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const itemsQuery = (type: string, id: string) =>
  queryOptions({
    queryKey: ['projects', 'items', type, id],
    queryFn: ({ signal }) =>
      readAll(api.projects.listItems.all(type, id, { page_size: 100 }, { signal })),
  })

export const itemQuery = (type: string, id: string, itemId: string) =>
  queryOptions({
    queryKey: ['projects', 'item', type, id, itemId],
    queryFn: ({ signal }) => readItem(type, id, itemId, signal),
  })
