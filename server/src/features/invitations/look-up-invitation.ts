import type { Deps } from '../../deps.ts'
import { sha256 } from '../../lib/hash.ts'
import { requireValid } from './accept-invitation.ts'
import { detailsByToken } from './queries.ts'
import type { InvitationDetails } from './schemas.ts'

/** Shows an invitation to the person who has its link. */
export async function lookUpInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<InvitationDetails> {
  const found = await detailsByToken(db.system, sha256(token), clock())
  requireValid(found)
  return found
}
