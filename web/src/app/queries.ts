import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { readAll } from './read-all.ts'

/** Queries that several screens share. A key must always read the same data. */

export const workspaceQuery = queryOptions({
  queryKey: ['workspaces', 'current'],
  queryFn: ({ signal }) => api.workspaces.getCurrent({ signal }),
})

export const enginesQuery = queryOptions({
  queryKey: ['engines', 'list'],
  queryFn: ({ signal }) => api.engines.list({ signal }),
})

export const accountsQuery = queryOptions({
  queryKey: ['social', 'accounts'],
  queryFn: async ({ signal }) => (await api.social.listAccounts({}, { signal })).results,
})

export const boardsQuery = queryOptions({
  queryKey: ['boards', 'list'],
  queryFn: ({ signal }) => readAll(api.boards.list.all({ page_size: 100 }, { signal })),
})

export const allMembersQuery = queryOptions({
  queryKey: ['members', 'all'],
  queryFn: ({ signal }) => readAll(api.members.list.all({ page_size: 100 }, { signal })),
})

export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: ['questions', id],
    queryFn: ({ signal }) => api.questions.get(id, { signal }),
  })

/** How many demo records are in the workspace. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: ({ signal }) => api.workspaces.getDemoData({ signal }),
})
