import { type Actor, requirePermission } from '../../http/permissions.ts'

export type Stream = 'user' | 'workspace'

/** What each stream needs. */
export const permissionOf = { user: 'notifications:read', workspace: 'events:read' } as const

/** Whose socket it is, and what it is told. */
export interface Guest {
  credentialId: string
  workspaceId: number
  userId: number
  streams: readonly Stream[]
}

// Shared by all sockets; there are many of them.
const choices: Record<string, readonly Stream[]> = {
  user: ['user'],
  workspace: ['workspace'],
  'user,workspace': ['user', 'workspace'],
}

/** The streams that were asked for, or the person's own and whatever else the credential may see. */
export function chooseStreams(actor: Actor, wanted: string | undefined): readonly Stream[] {
  const usual = actor.permissions.has(permissionOf.workspace) ? 'user,workspace' : 'user'
  const streams = choices[wanted ?? usual] ?? []
  for (const stream of streams) requirePermission(actor, permissionOf[stream])
  return streams
}
