import type { DraftSummary, PostSummary } from '@atelier/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import type { Filters } from './filters.ts'

/** A draft or a post; drafts lack the fields that only posts have. */
export type Entry = DraftSummary & Partial<PostSummary>

export const perPage = 25

export const tagsQuery = queryOptions({
  queryKey: ['social', 'tags'],
  queryFn: async ({ signal }) => (await api.social.listTags({ signal })).results,
})

export const slotsQuery = queryOptions({
  queryKey: ['social', 'slots'],
  queryFn: async ({ signal }) => (await api.social.listQueueSlots({}, { signal })).results,
})

export const listQuery = (
  kind: 'drafts' | 'posts',
  accountIds: number[],
  { search, tag, status, order_by, order, page }: Filters,
  tz: string,
) =>
  queryOptions({
    queryKey: ['social', kind, { accountIds, search, tag, status, order_by, order, page, tz }],
    queryFn: async ({ signal }): Promise<{ count: number; results: Entry[] }> => {
      const query = {
        account_ids: accountIds.join(','),
        page,
        per_page: perPage,
        tz,
        order_by,
        order,
        ...(search && { search }),
        ...(tag && { tag }),
      }
      return kind === 'drafts'
        ? api.social.listDrafts(query, { signal })
        : api.social.listPosts({ ...query, ...(status && { status }) }, { signal })
    },
    placeholderData: keepPreviousData,
  })

/** A post or a draft. */
export const postQuery = (id: number) =>
  queryOptions({
    queryKey: ['social', 'one', id],
    queryFn: ({ signal }) => api.social.getEntry(id, { signal }),
  })

export type PostOrDraft = Awaited<ReturnType<typeof api.social.getEntry>>

/** Posts from the same composition for other accounts. */
export const siblingsQuery = (
  { id, group_id, account }: PostOrDraft,
  accountIds: number[],
  tz: string,
) =>
  queryOptions({
    queryKey: ['social', 'siblings', id, { group_id, accountIds, tz }],
    queryFn: async ({ signal }): Promise<Entry[]> => {
      const ids = [...new Set([account.id, ...accountIds])]
      const query = { account_ids: ids.join(','), per_page: 100, tz, group_id }
      const [drafts, posts] = await Promise.all([
        api.social.listDrafts(query, { signal }),
        api.social.listPosts(query, { signal }),
      ])
      return [...drafts.results, ...posts.results]
        .filter((entry) => entry.id !== id)
        .toSorted((a, b) => a.id - b.id)
    },
  })
