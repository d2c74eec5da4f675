import { problem } from './problem.ts'

/** What a credential may do, as scopes of keys and as permissions of operations. */
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

/** Administration: what a key does not get unless it is named, and a plain member may not do. */
const administration: ReadonlySet<Permission> = new Set([
  'workspaces:write',
  'teamspaces:write',
  'members:write',
  'api-keys:write',
  // Where events go to, and what was answered there.
  'webhooks:read',
  'webhooks:write',
  // Everyone's mails and where they went.
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
  // Members manage their own keys; create-api-key keeps a key within its maker's permissions.
  member: [...everydayPermissions, 'api-keys:write'],
  guest: ['workspaces:read', 'teamspaces:read', 'notifications:read', 'notifications:write'],
}

/** Who acts: a person in the console, an agent with a key, or the service itself. */
export interface Actor {
  kind: 'user' | 'agent' | 'system'
  userId: number
  name: string
  via: 'api' | 'cli' | 'mail' | 'mcp' | 'workflow' | 'system'
  workspaceId: number
  role: Role
  permissions: ReadonlySet<Permission>
  /** The teamspace that the `Space` header narrows the request to. */
  spaceId: number | null
  /** Names the key or session; idempotency keys and rate limits belong to it. */
  credentialId: string
  requestId: string | null
}

/** The service itself, when it ends what somebody began. */
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

/** What a role allows, narrowed to the scopes of a key where there is one. */
export function permissionsOf(role: Role, scopes?: readonly string[]): ReadonlySet<Permission> {
  const allowed = permissionsOfRole[role]
  return new Set(scopes ? allowed.filter((permission) => scopes.includes(permission)) : allowed)
}

export function requirePermission(actor: Actor, permission: Permission): void {
  if (actor.permissions.has(permission)) return
  throw problem('permission_denied', {
    detail: `This needs the permission ${permission}, which the credential or the role ${actor.role} does not have.`,
  })
}
