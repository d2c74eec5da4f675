import { isAboutDelivery } from '../../../channels/post-to-service.ts'
import { openAccount } from '../../../channels/social/open-account.ts'
import type { Deps } from '../../../deps.ts'
import { accountById } from '../accounts/account-queries.ts'
import { openAccountRow } from '../accounts/sealed-account.ts'
import { claimDueAccounts, recentPosts, saveAccountFigures, savePostFigures } from './queries.ts'

export const figuresQueue = 'social-figures'

interface FiguresJob {
  workspace_id: number
  account_id: number
}

const everyHours = 6
const maxPosts = 50
const maxAgeDays = 90

/** Enqueues the accounts whose figures are due, and plans their next time. */
export async function watchFigures({
  db,
  queue,
  clock,
}: Pick<Deps, 'db' | 'queue' | 'clock'>): Promise<void> {
  const now = clock()
  const next = new Date(now.getTime() + everyHours * 3_600_000)
  await db.transaction('system', async (tx) => {
    for (const { workspace_id, id } of await claimDueAccounts(tx, now, next)) {
      const job: FiguresJob = { workspace_id, account_id: id }
      await queue.send(tx, figuresQueue, job)
    }
  })
}

type Needs = Pick<Deps, 'db' | 'clock' | 'safeFetch' | 'log' | 'secrets'>

/** Asks a network for the figures of an account and its latest posts, and stores them by day. */
export async function fetchFigures(deps: Needs, job: FiguresJob): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId } = job
  const sql = deps.db.workspace(workspaceId)
  const account = await accountById(sql, workspaceId, accountId)
  if (!account?.is_active) return
  const now = deps.clock()
  const outside = { safeFetch: deps.safeFetch.webhooks, clock: deps.clock }
  const network = openAccount(openAccountRow(deps, account), outside)
  if (!network.figures) return
  const since = new Date(now.getTime() - maxAgeDays * 86_400_000)
  const posts = await recentPosts(sql, workspaceId, accountId, { since, limit: maxPosts })
  const found = await network.figures(posts.map((post) => post.network_id)).catch((error) => {
    // The network is away or rejects the account. The next round asks again.
    if (!isAboutDelivery(error)) throw error
    deps.log.warn({ err: error, account_id: accountId }, 'social figures could not be fetched')
    return undefined
  })
  if (!found) return
  const day = now.toISOString().slice(0, 10)
  await deps.db.transaction(workspaceId, async (tx) => {
    const of = { workspaceId, accountId, day }
    for (const { id, network_id } of posts) {
      const figures = found.posts.get(network_id)
      if (figures) await savePostFigures(tx, of, id, figures)
    }
    await saveAccountFigures(tx, of, found.followers ?? null, now)
  })
}
