import { toPage } from '../../../http/pagination.ts'
import { resource } from '../../../http/resource.ts'
import { exampleDraft, examplePost } from '../examples.ts'
import { DraftList, DraftsQuery, PostList, PostsQuery } from './list-schemas.ts'
import { listDrafts, listPosts, type PostPage } from './read-posts.ts'

const searching =
  '`count` is exact up to 100,000 entries without a filter and up to 10,000 with one. Otherwise the header `Search-Limited` says where it stops: at 20,000 for rare matches, earlier for frequent ones. `next` still leads to all of them. A search without three letters or digits in a row then checks only the first 20,000 entries of the list.'

const page = (results: object[]) => ({
  ...{ count: 1, next: null, previous: null, results },
  ...{ page: 1, per_page: 10, pages_count: 1, unknown_account_ids: [] },
})

const socialPosts = resource({
  tag: 'Social media',
  path: '/api/v1/service/social-media',
  read: 'social:read',
})

/** Filtered, sorted and paged lists of drafts and posts. */
export function listRoutes() {
  return [
    socialPosts.get('/get-drafts', {
      id: 'listDrafts',
      summary: 'List draft social posts',
      description: `Unpublished drafts for the given accounts. ${searching}`,
      query: DraftsQuery,
      reply: DraftList,
      example: {
        query: { account_ids: '7,8', search: 'bench', tz: 'Europe/Berlin', order_by: 'date' },
        reply: page([{ ...exampleDraft, local_date: '2037-11-20 09:30' }]),
      },
      headers: limitedHeader,
      handle: async (deps, { actor, query, url }) =>
        toList(deps.config.publicUrl, url, query, await listDrafts(deps, actor, query)),
    }),
    socialPosts.get('/get-posts', {
      id: 'listPosts',
      summary: 'List social posts',
      description: `Posts that are scheduled, being published, published or failed. ${searching}`,
      query: PostsQuery,
      reply: PostList,
      example: {
        query: { account_ids: '7,8', status: 'published' },
        reply: page([examplePost]),
      },
      headers: limitedHeader,
      handle: async (deps, { actor, query, url }) =>
        toList(deps.config.publicUrl, url, query, await listPosts(deps, actor, query)),
    }),
  ]
}

function toList(publicUrl: string, url: string, query: DraftsQuery, found: PostPage) {
  const { page, per_page } = query
  return {
    ...toPage(publicUrl, url, { page, page_size: per_page }, found),
    page,
    per_page,
    pages_count: Math.ceil(found.count / per_page),
    unknown_account_ids: found.unknown_account_ids,
    limited: found.limited,
  }
}

function limitedHeader(result: object): Record<string, string> {
  const { limited } = result as { limited?: string }
  return limited ? { 'search-limited': limited } : {}
}
