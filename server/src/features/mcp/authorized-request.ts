import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server'
import type { Actor } from '../../http/permissions.ts'
import type { Choice } from './toolset-choice.ts'

/** The gate's result for a request, as handlers receive it. */
export interface AuthorizedRequest {
  actor: Actor
  choice: Choice
}

/** Every message passed the gate, so it contains the actor. */
export function admitted({ http }: Pick<ServerContext, 'http'>): AuthorizedRequest {
  const extra = http?.authInfo?.extra
  if (!extra) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'Nobody is signed in.')
  return extra as unknown as AuthorizedRequest
}
