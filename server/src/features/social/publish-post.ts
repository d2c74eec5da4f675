import { Undeliverable } from '../../channels/channel.ts'
import type { Sent } from '../../channels/social/network.ts'
import { openAccount } from '../../channels/social/open-account.ts'
import type { Deps } from '../../deps.ts'
import { serviceActor } from '../../http/permissions.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import { anyAccountById } from './account-queries.ts'
import { noteFailure, notePublished } from './end-publishing.ts'
import { type MediaNeeds, mediaOf } from './load-media.ts'
import type { PublishJob } from './publish-jobs.ts'
import { claimPost, otherSentIds, renewLease, saveSent } from './publish-queries.ts'
import { postById, type SentPart, type ShownRow } from './queries.ts'
import { sendParts } from './send-parts.ts'

type Needs = MediaNeeds & Pick<Deps, 'queue' | 'random' | 'log'>

const leaseSeconds = 60
const renewMs = 20_000

/** Another worker has taken over the post. */
class LeaseLost extends Error {}

/**
 * Publishes a post if it is due. The worker holds a lease. If its process dies, another takes over
 * after a minute and checks with the network before it sends anything.
 */
export async function publishPost(deps: Needs, job: PublishJob): Promise<void> {
  const { workspace_id: workspaceId, post_id: id } = job
  const sql = deps.db.workspace(workspaceId)
  const lease = deps.random.uuid()
  const until = () => new Date(deps.clock().getTime() + leaseSeconds * 1000)
  const now = deps.clock()
  if (!(await claimPost(sql, workspaceId, id, { lease, until: until(), now }))) return
  const post = await postById(sql, workspaceId, id)
  if (!post) return
  const renewing = setInterval(() => {
    renewLease(sql, workspaceId, id, { lease, until: until() }).catch(() => {})
  }, renewMs)
  const save = async (sent: SentPart[]) => {
    if (await saveSent(sql, workspaceId, id, { lease, until: until() }, sent)) return
    throw new LeaseLost()
  }
  try {
    const [first] = await send(deps, post, save)
    await notePublished(deps, post, lease, first as Sent)
  } catch (error) {
    if (!(error instanceof LeaseLost)) await noteFailure(deps, post, lease, error as Error)
  } finally {
    clearInterval(renewing)
  }
}

async function send(
  deps: Needs,
  post: ShownRow,
  save: (sent: SentPart[]) => Promise<void>,
): Promise<Sent[]> {
  const { workspace_id: workspaceId, account_id, created_by } = post
  const row = await anyAccountById(deps.db.workspace(workspaceId), workspaceId, account_id)
  if (!row || row.disconnected_at) throw new Undeliverable('The account has been disconnected.')
  if (!row.is_active) throw new Undeliverable('The account is switched off.')
  const { safeFetch, clock } = deps
  const account = openAccount(row, { safeFetch: safeFetch.webhooks, clock })
  const actor = serviceActor(workspaceId, created_by)
  const isUnsure = post.sent.some((part) => part.attempted_at && !part.sent)
  const others = isUnsure ? await otherSentIds(deps.db.workspace(workspaceId), post) : []
  return inTemporaryFolder((folder) => {
    const media = mediaOf(deps, actor, post.media, folder)
    return sendParts({ post, account, media, others, clock, save })
  })
}
