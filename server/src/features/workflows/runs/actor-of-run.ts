import { type Actor, permissionsOf } from '../../../http/permissions.ts'
import type { KeptActor, RunRow, RunWithMember } from './run-queries.ts'

export function keptActor(actor: Actor): KeptActor {
  const { permissions, ...who } = actor
  return { ...who, permissions: [...permissions] }
}

/** Who started the run, as far as events about it are concerned. */
export function starterOf({ actor }: Pick<RunRow, 'actor'>): Actor {
  return { ...actor, permissions: permissionsOf(actor.role, actor.permissions) }
}

/**
 * For whom a run acts: who started it, with what their role allows today and no more than the
 * credential allowed then. Undefined when they have left, or their key was revoked.
 */
export function actorOfRun(run: RunWithMember): Actor | undefined {
  if (run.role === null) return undefined
  return {
    ...run.actor,
    role: run.role,
    permissions: permissionsOf(run.role, run.actor.permissions),
    via: 'workflow',
    requestId: stepKey(run, 'run'),
  }
}

/** The same, with the step as what is asked for. */
export function actorOfStep(actor: Actor, run: RunRow, path: string): Actor {
  return { ...actor, requestId: stepKey(run, path) }
}

/** The same for every try of a step, so that the other side can tell a repetition. */
export function stepKey({ id, round }: Pick<RunRow, 'id' | 'round'>, path: string): string {
  return round === 1 ? `${id}:${path}` : `${id}#${round}:${path}`
}
