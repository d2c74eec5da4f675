import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { nextTime } from '../../../lib/schedules/next-times.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { publish } from '../../events/publish.ts'
import { requireQuota } from '../../quotas/require-quota.ts'
import { requireWorkflow } from '../read-workflows.ts'
import { keptActor } from '../runs/actor-of-run.ts'
import { checkSettings, readSchedule, requireTemplates } from './check-trigger.ts'
import { newHookSecrets } from './hook-secrets.ts'
import { presentTrigger } from './present-trigger.ts'
import { requireTrigger } from './read-triggers.ts'
import type { CreateTriggerBody, NewTrigger, Trigger, UpdateTriggerBody } from './schemas.ts'
import {
  deleteTriggerRow,
  findZone,
  insertTrigger,
  lockTrigger,
  saveTrigger,
  type TriggerRow,
  type TriggerSettings,
} from './trigger-queries.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'secrets'>

/** Creates a trigger. Its runs act for the creator, limited by what the workflow's authors may do. */
export async function createTrigger(
  deps: Needs,
  actor: Actor,
  key: string,
  body: CreateTriggerBody,
): Promise<NewTrigger> {
  requireAuthor(actor)
  const { kind, title = '', input = {}, overlap = 'skip', dedupe_key = null, secret } = body
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const { id: workflow_id } = await requireWorkflow(tx, actor, key)
    const now = deps.clock()
    const tz = await findZone(tx, actor.workspaceId)
    const settings = checkSettings(kind, {}, body as TriggerSettings, { tz, now })
    requireTemplates(input, dedupe_key)
    await requireQuota(deps, tx, 'triggers', actor)
    if (kind === 'schedule') await requireQuota(deps, tx, 'schedules', actor)
    const hook = kind === 'webhook' ? newHookSecrets(deps, settings.verify, secret) : undefined
    const row: TriggerRow = {
      id: deps.random.uuid(),
      workspace_id: actor.workspaceId,
      ...{ workflow_id, kind, title: title.trim(), is_active: body.is_active ?? true, input },
      ...{ overlap, dedupe_key, settings, event_pattern: settings.event ?? null },
      token_hash: hook?.tokenHash ?? null,
      previous_token_hash: null,
      secret: hook?.sealedSecret ?? null,
      previous_secret: null,
      previous_until: null,
      actor: keptActor(actor),
      created_by: { id: actor.userId, name: actor.name, kind: actor.kind },
      created_at: now,
      updated_at: now,
      next_fire_at: null,
      last_fired_at: null,
      last_outcome: null,
    }
    row.next_fire_at = computeNextFire(row, now)
    await insertTrigger(tx, row)
    await report(tx, actor, row, 'workflow_trigger.created', now)
    return { ...presentTrigger(row), ...hook?.shown }
  })
}

/**
 * Changes a trigger. The person who changes what it does or resumes it becomes the one for whom its
 * runs act, so nobody can use another's permissions. Renaming and pausing make no difference.
 */
export async function updateTrigger(
  deps: Needs,
  actor: Actor,
  key: string,
  id: string,
  body: UpdateTriggerBody,
): Promise<Trigger> {
  requireAuthor(actor)
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await lock(tx, actor, key, id)
    const now = deps.clock()
    const { title, is_active, input, overlap, dedupe_key, ...given } = body
    const tz = await findZone(tx, actor.workspaceId)
    const settings = checkSettings(before.kind, before.settings, given as TriggerSettings, {
      tz,
      now,
    })
    const changesWork = Object.keys(body).some((name) => !['title', 'is_active'].includes(name))
    const resumes = is_active === true && !before.is_active
    const row: TriggerRow = {
      ...before,
      title: title?.trim() ?? before.title,
      is_active: is_active ?? before.is_active,
      input: input ?? before.input,
      overlap: overlap ?? before.overlap,
      dedupe_key: dedupe_key === undefined ? before.dedupe_key : dedupe_key,
      settings,
      event_pattern: settings.event ?? null,
      actor: changesWork || resumes ? keptActor(actor) : before.actor,
      updated_at: now,
    }
    requireTemplates(row.input, row.dedupe_key)
    const isSameTime = row.is_active === before.is_active && Object.keys(given).length === 0
    row.next_fire_at = isSameTime ? before.next_fire_at : computeNextFire(row, now)
    await saveTrigger(tx, row)
    await report(tx, actor, row, 'workflow_trigger.updated', now)
    return presentTrigger(row)
  })
}

/** Its history is deleted with it; its runs stay. */
export async function deleteTrigger(
  deps: Needs,
  actor: Actor,
  key: string,
  id: string,
): Promise<null> {
  requirePermission(actor, 'workflows:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const row = await lock(tx, actor, key, id)
    await deleteTriggerRow(tx, row)
    await report(tx, actor, row, 'workflow_trigger.deleted', deps.clock())
    return null
  })
}

/** A trigger starts runs later, in the name of its author. */
export function requireAuthor(actor: Actor): void {
  requirePermission(actor, 'workflows:write')
  requirePermission(actor, 'workflows:run')
}

async function lock(tx: Tx, actor: Actor, key: string, id: string): Promise<TriggerRow> {
  await requireTrigger(tx, actor, key, id)
  const row = await lockTrigger(tx, actor.workspaceId, id)
  if (!row) throw problem('trigger_not_found')
  return row
}

function computeNextFire({ kind, is_active, settings }: TriggerRow, now: Date): Date | null {
  return kind === 'schedule' && is_active ? nextTime(readSchedule(settings), now) : null
}

export async function report(
  tx: Tx,
  actor: Actor,
  { id, workflow_id, kind, title }: TriggerRow,
  type: `workflow_trigger.${'created' | 'updated' | 'deleted'}`,
  at: Date,
): Promise<void> {
  const object = { type: 'workflow_trigger', id }
  await publish(tx, actor, { type, object, data: { workflow_id, kind, title }, at })
}
