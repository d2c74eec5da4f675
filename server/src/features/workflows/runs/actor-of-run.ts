import { type Actor, type Permission, permissionsOf, type Role } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { KeptActor, RunAuthor, RunRow, RunWithMember } from './run-queries.ts'

export function keptActor(actor: Actor): KeptActor {
  const { permissions, boundedBy: _, ...who } = actor
  return { ...who, permissions: [...permissions] }
}

/** Who started the run, as far as events about it are concerned. */
export function starterOf({ actor }: Pick<RunRow, 'actor'>): Actor {
  return { ...actor, permissions: permissionsOf(actor.role, actor.permissions) }
}

/** Somebody who must be allowed what a step does, and what they have to do with the run. */
interface Party {
  name: string
  part: 'started this run' | 'saved this workflow'
  permissions: ReadonlySet<Permission>
}

/** For whom a run acts, and everyone who bounds it. */
export interface RunActor {
  actor: Actor
  parties: readonly Party[]
}

/**
 * For whom a run acts: who started it, with what their role allows today and no more than the
 * credential allowed then; and of that only what the authors of the workflow may do as well, so that
 * nobody lends their powers to whatever another person wrote. A text says who is gone.
 */
export function actorOfRun(
  run: RunWithMember,
  roles: ReadonlyMap<number, Role>,
): RunActor | { goneCode: 'starter_left' | 'author_left'; message: string } {
  if (run.role === null) {
    const message = `${run.actor.name} may not act here any more: the membership has ended, or the key was revoked.`
    return { goneCode: 'starter_left', message }
  }
  const gone = run.authors.find(({ id }) => !roles.has(id))
  if (gone) {
    const message = `${gone.name} saved this workflow and is no longer a member. Save it again to take it over.`
    return { goneCode: 'author_left', message }
  }
  const parties = [partyOf(run.actor, run.role, 'started this run'), ...authorsOf(run, roles)]
  const actor: Actor = {
    ...run.actor,
    role: run.role,
    permissions: parties.map(({ permissions }) => permissions).reduce(common),
    via: 'workflow',
    requestId: stepKey(run, 'run'),
    boundedBy: run.authors
      .filter(({ id }) => id !== run.actor.userId)
      .map(({ id }) => ({ userId: id, role: roles.get(id) as Role })),
  }
  return { actor, parties }
}

function authorsOf({ authors }: Pick<RunRow, 'authors'>, roles: ReadonlyMap<number, Role>) {
  return authors.map((author) =>
    partyOf(author, roles.get(author.id) as Role, 'saved this workflow'),
  )
}

function partyOf(
  { name, permissions }: Pick<RunAuthor, 'name' | 'permissions'>,
  role: Role,
  part: Party['part'],
): Party {
  return { name, part, permissions: permissionsOf(role, permissions ?? undefined) }
}

function common<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...one].filter((value) => other.has(value)))
}

/** What belongs to a person alone, so that two people never share it. */
const personal: readonly string[] = ['notifications:read', 'notifications:write']

/** Says whose permission is missing; the actor alone would not tell. */
export function requireFromAll({ actor, parties }: RunActor, permission: Permission): void {
  const without = parties.find(({ permissions }) => !permissions.has(permission))
  if (without) {
    throw problem('permission_denied', {
      detail: `This needs the permission ${permission}. ${without.name}, who ${without.part}, does not have it.`,
    })
  }
  if (!personal.includes(permission) || !actor.boundedBy?.length) return
  throw problem('permission_denied', {
    detail: `This step uses the inbox of ${actor.name}, who started this run. Only a workflow that they saved themselves may do that.`,
  })
}

/** The same, with the step as what is asked for. */
export function actorOfStep(actor: Actor, run: RunRow, path: string): Actor {
  return { ...actor, requestId: stepKey(run, path) }
}

/** The same for every try of a step, so that the other side can tell a repetition. */
export function stepKey({ id, round }: Pick<RunRow, 'id' | 'round'>, path: string): string {
  return round === 1 ? `${id}:${path}` : `${id}#${round}:${path}`
}
