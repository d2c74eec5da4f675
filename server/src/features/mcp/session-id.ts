import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { readToken, signToken } from '../../lib/signed-token.ts'

const purpose = 'mcp session'
const validSeconds = 7 * 86_400

/** The data that another process, or the same one after a restart, needs to resume a session. */
export interface SessionFacts {
  protocolVersion: string
  clientName: string
  /** Whether the client can open a page for the person. */
  opensPages: boolean
}

type Needs = Pick<Deps, 'clock' | 'random' | 'linkSecrets'>

/** The id contains all session data, signed, so sessions need no table and no fixed process. */
export function newSessionId(deps: Needs, actor: Actor, facts: SessionFacts): string {
  const { credentialId, workspaceId } = actor
  const { protocolVersion, clientName, opensPages } = facts
  return signToken(deps.linkSecrets[0] as string, purpose, [
    deps.random.uuid(),
    Math.floor(deps.clock().getTime() / 1000),
    credentialId,
    workspaceId,
    protocolVersion,
    clientName.slice(0, 100),
    opensPages ? 1 : 0,
  ])
}

/** Undefined unless we issued it recently for this credential and workspace. */
export function readSessionId(deps: Needs, actor: Actor, id: string): SessionFacts | undefined {
  const fields = readToken(deps.linkSecrets, purpose, id)
  if (!fields) return undefined
  const [, madeAt, credentialId, workspaceId, protocolVersion, clientName, opensPages] = fields
  const ageSeconds = deps.clock().getTime() / 1000 - Number(madeAt)
  if (credentialId !== actor.credentialId || workspaceId !== actor.workspaceId) return undefined
  if (ageSeconds > validSeconds) return undefined
  return {
    protocolVersion: String(protocolVersion),
    clientName: String(clientName),
    opensPages: opensPages === 1,
  }
}
