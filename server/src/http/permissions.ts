import { problem } from './problem.ts'

/** What a credential may do: the scopes of keys and the permissions of operations. */
export const permissions = [
  'workspaces:read',
  'workspaces:write',
  'teamspaces:read',
  'teamspaces:write',
  'members:read',
  'members:write',
  'api-keys:read',
  'api-keys:write',
  'events:read',
  'tasks:read',
  'tasks:write',
  'tools:write',
  'assets:read',
  'assets:write',
  'webhooks:read',
  'webhooks:write',
  'voices:read',
  'voices:write',
  'transcriptions:read',
  'transcriptions:write',
  'videos:read',
  'videos:write',
  'notifications:read',
  'notifications:write',
  'notifications:send',
  'deliveries:read',
  'deliveries:write',
  'chat:read',
  'chat:write',
  'projects:read',
  'projects:write',
  'boards:read',
  'boards:write',
  'social:read',
  'social:write',
  'social-accounts:write',
  'workflows:read',
  'workflows:write',
  'workflows:run',
] as const

export type Permission = (typeof permissions)[number]

/** Administration: a key gets these only if they are named, and plain members don't have them. */
const administration: ReadonlySet<Permission> = new Set([
  'workspaces:write',
  'teamspaces:write',
  'members:write',
  'api-keys:write',
  // These show where events are sent and the responses from there.
  'webhooks:read',
  'webhooks:write',
  // These show everyone's emails and their recipients.
  'deliveries:read',
  'deliveries:write',
  'social-accounts:write',
])

export const everydayPermissions = permissions.filter((one) => !administration.has(one))

export const roles = ['owner', 'admin', 'member', 'guest'] as const

export type Role = (typeof roles)[number]

const permissionsOfRole: Record<Role, readonly Permission[]> = {
  owner: permissions,
  admin: permissions,
  // Members manage their own keys; create-api-key limits a key to its creator's permissions.
  member: [...everydayPermissions, 'api-keys:write'],
  guest: ['workspaces:read', 'teamspaces:read', 'notifications:read', 'notifications:write'],
}

/** A person through whose access something is viewed. */
export interface Viewer {
  userId: number
  role: Role
}

/** The acting party: a person in the console, an agent with a key, or the service itself. */
export interface Actor {
  kind: 'user' | 'agent' | 'system'
  userId: number
  name: string
  via: 'api' | 'cli' | 'mail' | 'mcp' | 'workflow' | 'system' | 'slack' | 'telegram' | 'discord'
  workspaceId: number
  role: Role
  permissions: ReadonlySet<Permission>
  /** The teamspace that the `Space` header limits the request to. */
  spaceId: number | null
  /** Identifies the key or session; idempotency keys and rate limits belong to it. */
  credentialId: string
  /** Whether the request came from one of our pages, with the cookie of a signed-in browser. */
  isBrowser?: boolean
  /** The agent whose credential it is: the same for every key that the agent made. */
  agentId?: string
  /** The run that acts, started by the person or agent above. */
  run?: { id: string; workflowId: string }
  requestId: string | null
  /** Others who must see everything the actor uses: the authors of the acting workflow. */
  boundedBy?: readonly Viewer[]
}

/** Everyone who must be allowed to see what the actor sees. */
export function listViewers({
  userId,
  role,
  boundedBy = [],
}: Pick<Actor, 'userId' | 'role' | 'boundedBy'>): readonly Viewer[] {
  return [{ userId, role }, ...boundedBy]
}

export function isAdministrator(actor: Pick<Actor, 'userId' | 'role' | 'boundedBy'>): boolean {
  return listViewers(actor).every(({ role }) => role === 'owner' || role === 'admin')
}

/** The service itself, when it finishes something that a person started. */
export function serviceActor(workspaceId: number, userId: number | null): Actor {
  return {
    kind: 'system',
    userId: userId ?? 0,
    name: 'Atelier',
    via: 'system',
    workspaceId,
    role: 'owner',
    permissions: new Set(),
    spaceId: null,
    credentialId: 'system',
    requestId: null,
  }
}

/** The permissions of a role, limited to the scopes of a key if there is one. */
export function listPermissions(role: Role, scopes?: readonly string[]): ReadonlySet<Permission> {
  const allowed = permissionsOfRole[role]
  return new Set(scopes ? allowed.filter((permission) => scopes.includes(permission)) : allowed)
}

/**
 * To grant a role, an actor needs all of its permissions: those of their own role, limited to those
 * of the credential. Otherwise a key with one permission could invite its holder with all of them.
 */
export function requireRole(actor: Actor, role: Role): void {
  const isBelow = roles.indexOf(role) >= roles.indexOf(actor.role)
  const missing = permissionsOfRole[role].find((permission) => !actor.permissions.has(permission))
  if (isBelow && missing === undefined) return
  const reason = isBelow ? `it lacks ${missing}` : `its role is ${actor.role}`
  throw problem('permission_denied', {
    detail: `This credential cannot assign the role ${role}: ${reason}. Ask someone who can, or use the console.`,
  })
}

/** For decisions that only the person makes: a key or program acts for them but is not them. */
export function requirePerson(actor: Actor): void {
  if (actor.kind === 'user' && actor.credentialId.startsWith('session:')) return
  throw problem('permission_denied', {
    detail: 'Only a signed-in person can do this. Sign in with email and password.',
  })
}

/** The actor needs the permission, or the other one if there is one. */
export function requirePermission(actor: Actor, permission: Permission, or?: Permission): void {
  if (actor.permissions.has(permission) || (or && actor.permissions.has(or))) return
  const needed = or ? `${permission} or ${or}` : permission
  throw problem('permission_denied', {
    detail: `This needs the permission ${needed}, which this credential or the role ${actor.role} lacks.`,
  })
}
