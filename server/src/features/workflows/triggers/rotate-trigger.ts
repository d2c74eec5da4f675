import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { keptActor } from '../runs/actor-of-run.ts'
import { newHookSecrets } from './hook-secrets.ts'
import { presentTrigger } from './present-trigger.ts'
import { requireTrigger } from './read-triggers.ts'
import { report, requireAuthor } from './save-trigger.ts'
import type { NewTrigger } from './schemas.ts'
import { lockTrigger, saveTrigger } from './trigger-queries.ts'

/**
 * Replaces the URL and the secret of a webhook. The previous ones can work for a while longer. Whoever
 * gets the new ones becomes the person for whom its runs act.
 */
export async function rotateTrigger(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'secrets'>,
  actor: Actor,
  { key, id }: { key: string; id: string },
  { secret, keep_seconds = 0 }: { secret?: string; keep_seconds?: number },
): Promise<NewTrigger> {
  requireAuthor(actor)
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    await requireTrigger(tx, actor, key, id)
    const before = await lockTrigger(tx, actor.workspaceId, id)
    if (!before) throw problem('trigger_not_found')
    if (before.kind !== 'webhook') {
      throw problem('trigger_not_webhook', {
        detail: `This trigger is a ${before.kind}. Only webhooks have a URL and a secret.`,
      })
    }
    const hook = newHookSecrets(deps, before.settings.verify, secret)
    const now = deps.clock()
    const row = {
      ...before,
      actor: keptActor(actor),
      token_hash: hook.tokenHash,
      secret: hook.sealedSecret,
      previous_token_hash: keep_seconds > 0 ? before.token_hash : null,
      previous_secret: keep_seconds > 0 ? before.secret : null,
      previous_until: keep_seconds > 0 ? new Date(now.getTime() + keep_seconds * 1000) : null,
      updated_at: now,
    }
    await saveTrigger(tx, row)
    await report(tx, actor, row, 'workflow_trigger.updated', now)
    return { ...presentTrigger(row), ...hook.shown }
  })
}
