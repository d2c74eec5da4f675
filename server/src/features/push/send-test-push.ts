import { TryLater } from '../../channels/channel.ts'
import { isAboutDelivery } from '../../channels/post-to-service.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { consoleLink } from '../../lib/console-link.ts'
import { pushPayload } from './push-to.ts'
import { ownSubscription } from './queries.ts'

/** Sends a test to one of the user's browsers now, and reports the result. */
export async function sendTestPush(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'safeFetch' | 'pushKeys'>,
  actor: Actor,
  id: string,
): Promise<{ status: 'sent' }> {
  requirePermission(actor, 'notifications:write')
  const { workspaceId, userId } = actor
  const found = await ownSubscription(deps.db.workspace(workspaceId), workspaceId, userId, id)
  if (!found) throw problem('push_subscription_not_found')
  try {
    await pushPayload(deps, workspaceId, found, {
      title: 'Test notification',
      message: 'Push is on in this browser.',
      url: consoleLink(new URL(deps.config.publicUrl), { ...deps.config, workspaceId }),
      notification_id: deps.random.uuid(),
      category: 'test',
      thread_id: null,
    })
  } catch (error) {
    if (!isAboutDelivery(error)) throw error
    const headers = error instanceof TryLater ? { 'retry-after': String(error.afterSeconds) } : {}
    throw problem('push_failed', { detail: error.message, headers, cause: error })
  }
  return { status: 'sent' }
}
