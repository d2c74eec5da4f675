import type { ListAllRunsQuery } from '@atelier/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

export type RunStatus = NonNullable<ListAllRunsQuery['status']>

export const pageSize = 25
const most = 100

export const workflowsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['workflows', 'list', { search, page }],
    queryFn: ({ signal }) =>
      api.workflows.list({ page, page_size: pageSize, ...(search && { search }) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflows', id],
    queryFn: ({ signal }) => api.workflows.get(id, { signal }),
  })

export const versionsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['workflows', id, 'versions', page],
    queryFn: ({ signal }) =>
      api.workflows.listVersions(id, { page, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
  })

export const triggersQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflows', id, 'triggers'],
    queryFn: ({ signal }) => api.workflows.listTriggers(id, { signal }),
  })

export const firingsQuery = (id: string, triggerId: string) =>
  queryOptions({
    queryKey: ['workflows', id, 'triggers', triggerId, 'firings'],
    queryFn: ({ signal }) =>
      api.workflows.listTriggerFirings(id, triggerId, { page_size: 10 }, { signal }),
  })

/** A version never changes. */
export const versionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['workflowVersions', id, version],
    queryFn: ({ signal }) => api.workflows.getVersion(id, version, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const templatesQuery = queryOptions({
  queryKey: ['workflowTemplates'],
  queryFn: ({ signal }) => api.workflows.listTemplates({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The words of a definition, for completion. They change only with the server. */
export const vocabularyQuery = queryOptions({
  queryKey: ['workflowVocabulary'],
  queryFn: async ({ signal }) => {
    const [schema, operations, events] = await Promise.all([
      api.workflows.getSchema({ signal }),
      api.workflows.listOperations({ signal }),
      api.events.listTypes({ signal }),
    ])
    return { schema, operations: operations.results, events: events.results }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** The latest runs of all workflows: enough to show the status of most workflows. */
export const recentRunsQuery = queryOptions({
  queryKey: ['workflowRuns', 'recent'],
  queryFn: ({ signal }) => api.workflows.listAllRuns({ page_size: most }, { signal }),
})

export const openRunsQuery = queryOptions({
  queryKey: ['workflowRuns', 'open'],
  queryFn: ({ signal }) =>
    api.workflows.listAllRuns({ status: 'RUNNING', page_size: most }, { signal }),
})

export const lastRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflowRuns', 'last', id],
    queryFn: async ({ signal }) => {
      const { results } = await api.workflows.listRuns(id, { page_size: 1 }, { signal })
      return results[0] ?? null
    },
  })

/** The runs of one workflow, or of all. */
export const runsQuery = (id: string | undefined, status: RunStatus | undefined, page: number) =>
  queryOptions({
    queryKey: ['workflowRuns', 'list', { id, status, page }],
    queryFn: ({ signal }) => {
      const query = { page, page_size: pageSize, ...(status && { status }) }
      return id === undefined
        ? api.workflows.listAllRuns(query, { signal })
        : api.workflows.listRuns(id, query, { signal })
    },
    placeholderData: keepPreviousData,
  })

export const runQuery = (id: string, runId: string) =>
  queryOptions({
    queryKey: ['workflowRuns', runId, 'status'],
    queryFn: ({ signal }) => api.workflows.getRunStatus(id, runId, {}, { signal }),
  })

export const runStepsQuery = (id: string, runId: string) =>
  queryOptions({
    queryKey: ['workflowRuns', runId, 'steps'],
    queryFn: ({ signal }) => api.workflows.listRunSteps(id, runId, { signal }),
  })
