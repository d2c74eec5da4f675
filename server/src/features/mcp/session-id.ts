import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { readToken, signToken } from '../../lib/signed-token.ts'

const purpose = 'mcp session'
const validSeconds = 7 * 86_400

/** What a session needs to go on in another process, or after a restart. */
export interface SessionFacts {
  protocolVersion: string
  clientName: string
  /** Whether forms can be shown at the client. */
  hasForms: boolean
}

type Needs = Pick<Deps, 'clock' | 'random' | 'linkSecrets'>

/** The id says all there is to know, signed; so sessions need no table and no process of their own. */
export function newSessionId(deps: Needs, actor: Actor, facts: SessionFacts): string {
  const { credentialId, workspaceId } = actor
  const { protocolVersion, clientName, hasForms } = facts
  return signToken(deps.linkSecrets[0] as string, purpose, [
    deps.random.uuid(),
    Math.floor(deps.clock().getTime() / 1000),
    credentialId,
    workspaceId,
    protocolVersion,
    clientName.slice(0, 100),
    hasForms ? 1 : 0,
  ])
}

/** Undefined unless we made it, for this credential and workspace, not too long ago. */
export function readSessionId(deps: Needs, actor: Actor, id: string): SessionFacts | undefined {
  const fields = readToken(deps.linkSecrets, purpose, id)
  if (!fields) return undefined
  const [, madeAt, credentialId, workspaceId, protocolVersion, clientName, hasForms] = fields
  const ageSeconds = deps.clock().getTime() / 1000 - Number(madeAt)
  if (credentialId !== actor.credentialId || workspaceId !== actor.workspaceId) return undefined
  if (ageSeconds > validSeconds) return undefined
  return {
    protocolVersion: String(protocolVersion),
    clientName: String(clientName),
    hasForms: hasForms === 1,
  }
}
