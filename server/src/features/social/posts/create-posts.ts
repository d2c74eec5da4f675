import type { Deps } from '../../../deps.ts'
import { requireJsonSize } from '../../../http/body/json-size.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import {
  type AccountRow,
  accounts,
  accountsByIds,
  lockAccounts,
} from '../accounts/account-queries.ts'
import { checkMedia } from '../publishing/check-media.ts'
import { checkReady } from '../publishing/check-ready.ts'
import { sendPublishJob } from '../publishing/publish-jobs.ts'
import { publishPostEvent } from '../publishing/publish-post-event.ts'
import { type Plan, planDate } from './plan-date.ts'
import { presentPosts } from './present-post.ts'
import { insertPosts, type NewPost, type ShownRow, workspaceZone } from './queries.ts'
import type { Action, CreateBody, WholePost } from './schemas.ts'
import { tagNames } from './tags.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config' | 'fileSecrets'>

/** Creates one draft or post for each account, all in one group. */
export async function createPosts(
  deps: Needs,
  actor: Actor,
  body: CreateBody,
): Promise<{ group_id: string; ids: string[]; posts: WholePost[] }> {
  requirePermission(actor, 'social:write')
  const { workspaceId } = actor
  const media = await checkMedia(deps, actor, body.media)
  const additional: Record<string, unknown> = { ...body.additional }
  requireJsonSize('additional', additional, 64)
  const at = deps.clock()
  const groupId = typeof body.group === 'string' ? body.group : deps.random.uuid()
  return deps.db.transaction(workspaceId, async (tx) => {
    const accounts = await requireAccounts(tx, workspaceId, body)
    const zone = body.tz ?? (await workspaceZone(tx, workspaceId))
    const written: PostContent = {
      space_id: actor.spaceId,
      group_id: groupId,
      message: body.message ?? '',
      media,
      tags: await tagNames(tx, workspaceId, body.tags, at),
      comments: body.comments ?? [],
      additional,
      created_by: actor.userId,
      created_at: at,
      updated_at: at,
    }
    const plan = { action: body.action, date: body.date ?? null, zone, now: at }
    const posts = await buildPosts(tx, workspaceId, accounts, written, plan)
    const rows = shownRows(await insertPosts(tx, workspaceId, posts), accounts)
    for (const row of rows) await announce(deps, tx, actor, row)
    const ids = rows.map(({ id }) => String(id))
    return { group_id: groupId, ids, posts: await presentPosts(deps, workspaceId, rows) }
  })
}

type PostContent = Omit<NewPost, 'account_id' | 'status' | 'date' | 'timezone' | 'queued'>

/** A post must be ready for each account; a draft does not have to be ready yet. */
async function buildPosts(
  tx: Tx,
  workspaceId: number,
  accounts: AccountRow[],
  written: PostContent,
  plan: Plan,
): Promise<NewPost[]> {
  const posts: NewPost[] = []
  const status = plan.action === 'draft' ? 'draft' : 'scheduled'
  for (const account of accounts) {
    const planned = await planDate(tx, workspaceId, account, plan)
    if (status !== 'draft') checkReady(account, written)
    posts.push({ ...written, account_id: account.id, status, ...planned })
  }
  return posts
}

/** Accounts with a queue stay locked until the end, so two posts cannot take the same slot. */
async function requireAccounts(
  tx: Tx,
  workspaceId: number,
  { account_ids = [], action }: CreateBody,
): Promise<AccountRow[]> {
  if (account_ids.length === 0) return [await firstAccount(tx, workspaceId, action)]
  const ids = [...new Set(account_ids.map(Number))]
  const possible = ids.filter((id) => id <= 2_147_483_647)
  const found =
    action === 'add_to_queue'
      ? await lockAccounts(tx, workspaceId, possible)
      : await accountsByIds(tx, workspaceId, possible)
  const byId = new Map(found.map((account) => [account.id, account]))
  return ids.map((id) => {
    const account = byId.get(id)
    if (account) return account
    throw problem('social_account_not_found', { detail: `account_ids: there is no account ${id}.` })
  })
}

/** Existing clients write drafts before they choose an account. */
async function firstAccount(tx: Tx, workspaceId: number, action: Action): Promise<AccountRow> {
  if (action !== 'draft') throw invalid('account_ids', 'must name at least one account')
  const active = (await accounts(tx, workspaceId, undefined)).find(({ is_active }) => is_active)
  if (active) return active
  throw invalid('account_ids', 'is required: this workspace has no active account yet')
}

function shownRows(
  posts: Awaited<ReturnType<typeof insertPosts>>,
  accounts: AccountRow[],
): ShownRow[] {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return posts.map((post) => {
    const { network, name } = byId.get(post.account_id) as AccountRow
    return { ...post, network, account_name: name }
  })
}

async function announce(deps: Needs, tx: Tx, actor: Actor, row: ShownRow): Promise<void> {
  if (row.status === 'draft') {
    return publishPostEvent(tx, actor, 'social_draft.created', row, row.created_at)
  }
  await publishPostEvent(tx, actor, 'social_post.created', row, row.created_at)
  await publishPostEvent(tx, actor, 'social_post.scheduled', row, row.created_at)
  await sendPublishJob(deps, tx, row, row.date as Date)
}
