import { type DraftEntry, isNotFound, type PostEntry } from '@atelier/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import type { Filters } from './filters.ts'

/** A draft or a post; what only posts have is missing on drafts. */
export type Entry = DraftEntry & Partial<PostEntry>

export const perPage = 25

export const workspaceQuery = queryOptions({
  queryKey: ['workspaces', 'current'],
  queryFn: ({ signal }) => api.workspaces.getCurrent({ signal }),
})

export const accountsQuery = queryOptions({
  queryKey: ['social', 'accounts'],
  queryFn: async ({ signal }) => (await api.social.listAccounts({}, { signal })).results,
})

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
  { search, status, order_by, order, page }: Filters,
  tz: string,
) =>
  queryOptions({
    queryKey: ['social', kind, { accountIds, search, status, order_by, order, page, tz }],
    queryFn: async ({ signal }): Promise<{ count: number; results: Entry[] }> => {
      const query = {
        account_ids: accountIds.join(','),
        page,
        per_page: perPage,
        tz,
        order_by,
        order,
        ...(search && { search }),
      }
      return kind === 'drafts'
        ? api.social.listDrafts(query, { signal })
        : api.social.listPosts({ ...query, ...(status && { status }) }, { signal })
    },
    placeholderData: keepPreviousData,
  })

/** A post, or the draft that it still is. */
export const postQuery = (id: number) =>
  queryOptions({
    queryKey: ['social', 'one', id],
    queryFn: async ({ signal }) => {
      try {
        return await api.social.getPost(id, { signal })
      } catch (error) {
        if (!isNotFound(error)) throw error
        return { ...(await api.social.getDraft(id, { signal })), ...neverOut }
      }
    },
  })

export type Whole = Awaited<ReturnType<typeof api.social.getPost>>

const neverOut = {
  url: null,
  published_at: null,
  error: null,
  attempts: 0,
  outcome_unknown: false,
  comments_published: 0,
}

/** What was written together for other accounts. It is found by its words: groups have no list. */
export const siblingsQuery = (post: Whole, accountIds: number[], tz: string) =>
  queryOptions({
    queryKey: ['social', 'siblings', post.group_id, { accountIds, tz }],
    queryFn: async ({ signal }): Promise<Entry[]> => {
      const search = post.message.trim().slice(0, 60)
      if (search === '' || accountIds.length < 2) return []
      const query = { account_ids: accountIds.join(','), per_page: 100, tz, search }
      const [drafts, posts] = await Promise.all([
        api.social.listDrafts(query, { signal }),
        api.social.listPosts(query, { signal }),
      ])
      return [...drafts.results, ...posts.results].filter(
        ({ id, group_id }) => group_id === post.group_id && id !== post.id,
      )
    },
  })

export const assetsQuery = (search: string) =>
  queryOptions({
    queryKey: ['assets', 'to-post', search],
    queryFn: async ({ signal }) => {
      const query = { page_size: 60, ...(search && { search }) }
      const { results } = await api.assets.list(query, { signal })
      // Pictures, films and moving pictures that are ready.
      return results.filter(
        ({ asset_type, status }) => [0, 2, 4].includes(asset_type) && status >= 3,
      )
    },
    placeholderData: keepPreviousData,
  })
