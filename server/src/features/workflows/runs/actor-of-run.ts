import {
  type Actor,
  listPermissions,
  type Permission,
  type Role,
} from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { RunAuthor, RunRow, RunWithMember, StoredActor } from './run-queries.ts'

export function keptActor(actor: Actor): StoredActor {
  const { permissions, boundedBy: _, ...who } = actor
  return { ...who, permissions: [...permissions] }
}

/** The person who started the run, used as the actor of its events. */
export function buildStarter({ actor }: Pick<RunRow, 'actor'>): Actor {
  return { ...actor, permissions: listPermissions(actor.role, actor.permissions) }
}

/** A person who needs permission for what a step does, and their relation to the run. */
interface Party {
  name: string
  part: 'started this run' | 'saved this workflow'
  permissions: ReadonlySet<Permission>
}

/** The actor of a run, and everyone whose permissions limit it. */
export interface RunActor {
  actor: Actor
  parties: readonly Party[]
}

/**
 * The actor of a run is the person who started it. Their permissions are limited to what their role
 * allows today, what their credential allowed at the start, and what the workflow's authors may do.
 * This way nobody lends their powers to a workflow that someone else wrote. If someone has left,
 * the message names them.
 */
export function actorOfRun(
  run: RunWithMember,
  roles: ReadonlyMap<number, Role>,
): RunActor | { goneCode: 'starter_left' | 'author_left'; message: string } {
  if (run.role === null) {
    const message = `${run.actor.name} no longer has access: the membership ended or the key was revoked.`
    return { goneCode: 'starter_left', message }
  }
  const gone = run.authors.find(({ id }) => !roles.has(id))
  if (gone) {
    const message = `${gone.name} saved this workflow and is no longer a member. Save it again to take it over.`
    return { goneCode: 'author_left', message }
  }
  const parties = [buildParty(run.actor, run.role, 'started this run'), ...listAuthors(run, roles)]
  const actor: Actor = {
    ...run.actor,
    role: run.role,
    permissions: parties.map(({ permissions }) => permissions).reduce(common),
    via: 'workflow',
    requestId: stepKey(run, 'run'),
    run: { id: run.id, workflowId: run.workflow_id },
    boundedBy: run.authors
      .filter(({ id }) => id !== run.actor.userId)
      .map(({ id }) => ({ userId: id, role: roles.get(id) as Role })),
  }
  return { actor, parties }
}

function listAuthors({ authors }: Pick<RunRow, 'authors'>, roles: ReadonlyMap<number, Role>) {
  return authors.map((author) =>
    buildParty(author, roles.get(author.id) as Role, 'saved this workflow'),
  )
}

function buildParty(
  { name, permissions }: Pick<RunAuthor, 'name' | 'permissions'>,
  role: Role,
  part: Party['part'],
): Party {
  return { name, part, permissions: listPermissions(role, permissions ?? undefined) }
}

function common<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...one].filter((value) => other.has(value)))
}

/** Permissions for personal data, which two people never share. */
const personal: readonly string[] = ['notifications:read', 'notifications:write']

/** Names the person whose permission is missing, which the actor alone does not reveal. */
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

/** The same actor, with the step as its request. */
export function actorOfStep(actor: Actor, run: RunRow, path: string): Actor {
  return { ...actor, requestId: stepKey(run, path) }
}

/** The same for every attempt of a step, so the receiver can detect a retry. */
export function stepKey({ id, round }: Pick<RunRow, 'id' | 'round'>, path: string): string {
  return round === 1 ? `${id}:${path}` : `${id}#${round}:${path}`
}
