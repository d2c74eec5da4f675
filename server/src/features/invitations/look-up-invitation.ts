import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import { detailsByToken } from './queries.ts'
import type { InvitationDetails } from './schemas.ts'

/** Shows an invitation to the person who has its link. */
export async function lookUpInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<InvitationDetails> {
  const found = await detailsByToken(db.system, sha256(token), clock())
  if (!found) throw problem('invitation_invalid')
  return found
}
