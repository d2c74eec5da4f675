import { type Actor, requirePermission } from '../../http/permissions.ts'

export type Stream = 'user' | 'workspace'

/** The permission that each stream requires. */
export const permissionOf = { user: 'notifications:read', workspace: 'events:read' } as const

/** The owner of a socket, and its streams. */
export interface Guest {
  credentialId: string
  workspaceId: number
  userId: number
  streams: readonly Stream[]
  /** From the `Space` header. */
  spaceId: number | null
}

// Shared by all sockets to save memory.
const choices: Record<string, readonly Stream[]> = {
  user: ['user'],
  workspace: ['workspace'],
  'user,workspace': ['user', 'workspace'],
}

/** The requested streams. Defaults to the user's own, plus the workspace's if permitted. */
export function chooseStreams(actor: Actor, wanted: string | undefined): readonly Stream[] {
  const usual = actor.permissions.has(permissionOf.workspace) ? 'user,workspace' : 'user'
  const streams = choices[wanted ?? usual] ?? []
  for (const stream of streams) requirePermission(actor, permissionOf[stream])
  return streams
}
