import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import { buildActor } from '../auth/build-actor.ts'
import { credentialsById } from '../auth/credentials.ts'
import { takeTicket } from './queries.ts'

/** Exchanges a ticket for the actor that requested it, if their credential is still valid. */
export async function redeemTicket(
  deps: Pick<Deps, 'db' | 'clock'>,
  ticket: string,
  requestId: string,
): Promise<Actor> {
  const bound = await takeTicket(deps.db.system, sha256(ticket))
  if (!bound || bound.expires_at <= deps.clock()) throw ticketInvalid()
  const valid = await credentialsById(deps, [bound.credential_id])
  const credential = valid.get(bound.credential_id)
  if (!credential) throw ticketInvalid()
  return buildActor(deps, credential, {
    organization: String(bound.workspace_id),
    space: bound.space_id === null ? undefined : String(bound.space_id),
    requestId,
  })
}

function ticketInvalid() {
  return problem('unauthorized', {
    detail:
      'The ticket is unknown, already used or expired. A ticket opens one WebSocket within 30 s. Get a new one with POST /api/v1/ws/tickets.',
    headers: { 'www-authenticate': 'Api-Key, Bearer' },
  })
}
