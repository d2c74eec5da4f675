import { Undeliverable } from '../../../channels/channel.ts'
import { readLinkCard } from '../../../channels/social/link-card.ts'
import type { PublishedPart } from '../../../channels/social/network.ts'
import { openAccount } from '../../../channels/social/open-account.ts'
import type { Deps } from '../../../deps.ts'
import { serviceActor } from '../../../http/permissions.ts'
import { inTemporaryFolder } from '../../../lib/temporary-folder.ts'
import { LostLease, startHeartbeat } from '../../../platform/work/lease.ts'
import { anyAccountById } from '../accounts/account-queries.ts'
import { openAccountRow } from '../accounts/sealed-account.ts'
import { postById, type SentPart, type ShownRow } from '../posts/queries.ts'
import { noteFailure, notePublished } from './end-publishing.ts'
import { loadMedia, type MediaNeeds } from './load-media.ts'
import type { PublishJob } from './publish-jobs.ts'
import { claimPost, otherSentIds, renewLease, saveSent } from './publish-queries.ts'
import { sendParts } from './send-parts.ts'

type Needs = MediaNeeds & Pick<Deps, 'queue' | 'random' | 'log' | 'secrets'>

const leaseSeconds = 60
const renewMs = 20_000

/**
 * Publishes a post if it is due. The worker holds a lease. If its process dies, another takes over
 * after a minute and checks with the network before it sends anything.
 */
export async function publishPost(deps: Needs, job: PublishJob): Promise<void> {
  const { workspace_id: workspaceId, post_id: id } = job
  const sql = deps.db.workspace(workspaceId)
  const held = { id, lease: deps.random.uuid() }
  const until = () => new Date(deps.clock().getTime() + leaseSeconds * 1000)
  const times = { now: deps.clock(), until: until() }
  if (!(await claimPost(sql, workspaceId, held, times))) return
  const post = await postById(sql, workspaceId, id)
  if (!post) return
  const heartbeat = startHeartbeat(renewMs, () => renewLease(sql, workspaceId, held, until()))
  const save = (sent: SentPart[]) => saveSent(sql, workspaceId, held, until(), sent)
  try {
    const [first] = await send(deps, post, save)
    await notePublished(deps, post, held.lease, first as PublishedPart)
  } catch (error) {
    if (!(error instanceof LostLease)) await noteFailure(deps, post, held.lease, error as Error)
  } finally {
    heartbeat.stop()
  }
}

async function send(
  deps: Needs,
  post: ShownRow,
  save: (sent: SentPart[]) => Promise<void>,
): Promise<PublishedPart[]> {
  const { workspace_id: workspaceId, account_id, created_by } = post
  const row = await anyAccountById(deps.db.workspace(workspaceId), workspaceId, account_id)
  if (!row || row.disconnected_at) throw new Undeliverable('The account has been disconnected.')
  if (!row.is_active) throw new Undeliverable('The account is switched off.')
  const { safeFetch, clock } = deps
  const account = openAccount(openAccountRow(deps, row), {
    safeFetch: safeFetch.webhooks,
    clock,
    readLink: (url) => readLinkCard(safeFetch.fetching, workspaceId, url),
  })
  const actor = serviceActor(workspaceId, created_by)
  const isUnsure = post.sent.some((part) => part.attempted_at && !part.sent)
  const others = isUnsure ? await otherSentIds(deps.db.workspace(workspaceId), post) : []
  return inTemporaryFolder((folder) => {
    const media = loadMedia(deps, actor, post.media, folder)
    return sendParts({ post, account, media, others, clock, save })
  })
}
