import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { anywhere } from '../../../lib/like-pattern.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { knownAccountIds } from '../accounts/account-queries.ts'
import { findPosts } from './find-posts.ts'
import type { DraftsQuery, OrderBy, PostsQuery } from './list-schemas.ts'
import type { Order, PostFilter } from './post-filter.ts'
import { presentPost, presentPosts } from './present-post.ts'
import { postsByIds, searchText, seenPost, workspaceZone } from './queries.ts'
import { postStatuses, type WholePost } from './schemas.ts'
import { tagNamed } from './tag-queries.ts'
import { parseEnd, parseStart } from './when.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>

export interface PostPage {
  count: number
  results: WholePost[]
  unknown_account_ids: (number | string)[]
  /** What the search did not check or count; see `findPosts`. */
  limited: string | undefined
}

const maxAccounts = 1000

/** Unpublished drafts for the given accounts. */
export function listDrafts(deps: Needs, actor: Actor, query: DraftsQuery): Promise<PostPage> {
  return list(deps, actor, query, ['draft'])
}

const statusesOf = {
  all: ['draft', ...postStatuses],
  scheduled: ['scheduled', 'publishing'],
  published: ['published'],
  failed: ['failed'],
  draft: ['draft'],
}

/** The same for scheduled, published and failed posts. */
export function listPosts(deps: Needs, actor: Actor, query: PostsQuery): Promise<PostPage> {
  const { status, category, search = query.query ?? '' } = query
  const statuses = status ? [status] : category ? statusesOf[category] : postStatuses
  return list(deps, actor, { ...query, search }, statuses)
}

async function list(
  deps: Needs,
  actor: Actor,
  query: DraftsQuery,
  statuses: readonly string[],
): Promise<PostPage> {
  requirePermission(actor, 'social:read')
  const { workspaceId } = actor
  const given = readAccountIds(query)
  const zone = query.tz
  const sql = deps.db.workspace(workspaceId)
  const { known, unknown } = await sortOut(sql, workspaceId, given)
  const dates = await readDates(sql, workspaceId, query, zone)
  const tag = query.tag && (await tagNamed(sql, workspaceId, query.tag.trim()))
  if (query.tag && !tag) {
    return { count: 0, results: [], unknown_account_ids: unknown, limited: undefined }
  }
  const filter: PostFilter = {
    reader: actor,
    workspaceId,
    accountIds: known,
    statuses,
    pattern: buildPattern(query),
    tag,
    groupId: query.group_id,
    ...dates,
  }
  const slice = { offset: (query.page - 1) * query.per_page, limit: query.per_page }
  const { ids, count, limited } = await findPosts(sql, filter, chooseOrder(query), slice)
  const rows = ids.length > 0 ? await postsByIds(sql, workspaceId, ids) : []
  const results = await presentPosts(deps, workspaceId, rows, zone)
  return { count, results, unknown_account_ids: unknown, limited }
}

/** Inclusive start, exclusive end. */
async function readDates(
  sql: Sql,
  workspaceId: number,
  { from, to }: DraftsQuery,
  tz: string | undefined,
): Promise<Pick<PostFilter, 'from' | 'to'>> {
  if (from === undefined && to === undefined) return {}
  const zone = tz ?? (await workspaceZone(sql, workspaceId))
  const first = from === undefined ? undefined : parseStart(from, zone)
  const end = to === undefined ? undefined : parseEnd('to', to, zone)
  if (first && end && end < first) throw invalid('to', 'is before `from`')
  return { from: first, to: end }
}

/** Comma-separated, repeated, or both. */
function readAccountIds({ account_ids }: DraftsQuery): string[] {
  const ids = [account_ids]
    .flat()
    .flatMap((text) => text.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length === 0) throw invalid('account_ids', 'must name at least one account')
  const unique = [...new Set(ids)]
  if (unique.length <= maxAccounts) return unique
  throw invalid('account_ids', `must name at most ${maxAccounts} accounts`)
}

/** A malformed id is reported as unknown, like an id that does not exist. */
async function sortOut(sql: Sql, workspaceId: number, given: string[]) {
  const possible = given.filter((id) => /^\d{1,10}$/.test(id) && Number(id) <= 2_147_483_647)
  const known = await knownAccountIds(sql, workspaceId, possible.map(Number))
  const unknown = given
    .filter((id) => !/^\d{1,15}$/.test(id) || !known.has(Number(id)))
    .map((id) => (/^\d{1,15}$/.test(id) ? Number(id) : id))
  return { known: [...known], unknown }
}

function buildPattern({ search = '' }: DraftsQuery): string | undefined {
  const text = searchText(search, []).trim()
  return text === '' ? undefined : anywhere(text)
}

function chooseOrder({ order_by, order }: DraftsQuery): Order {
  const by = order_by === 'post.date' ? 'date' : order_by
  return { by: by as OrderBy, isDescending: order === 'desc' || order === '-1' }
}

export async function getDraft(deps: Needs, actor: Actor, id: number): Promise<WholePost> {
  return get(deps, actor, id, 'social_draft_not_found')
}

export async function getPost(deps: Needs, actor: Actor, id: number): Promise<WholePost> {
  return get(deps, actor, id, 'social_post_not_found')
}

/** A draft or a post: a draft that becomes a post keeps its id. */
export async function getEntry(deps: Needs, actor: Actor, id: number): Promise<WholePost> {
  requirePermission(actor, 'social:read')
  const row = await seenPost(deps.db.workspace(actor.workspaceId), actor, id)
  if (!row) throw problem('social_post_not_found')
  return presentPost(deps, row)
}

async function get(
  deps: Needs,
  actor: Actor,
  id: number,
  missing: 'social_draft_not_found' | 'social_post_not_found',
): Promise<WholePost> {
  requirePermission(actor, 'social:read')
  const row = await seenPost(deps.db.workspace(actor.workspaceId), actor, id)
  const wantsDraft = missing === 'social_draft_not_found'
  if (!row || (row.status === 'draft') !== wantsDraft) throw problem(missing)
  return presentPost(deps, row)
}
