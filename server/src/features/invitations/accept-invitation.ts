import type { Deps } from '../../deps.ts'
import { type Actor, permissionsOf } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { hasSignedInFrom } from '../auth/log-in.ts'
import { hashPassword, passwordFits } from '../auth/passwords.ts'
import { openSession, type SignInOrigin } from '../auth/sessions.ts'
import { publish } from '../events/publish.ts'
import { lockByToken, type OpenInvitation } from './queries.ts'
import type { AcceptInvitationBody } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'signIns'>

/**
 * Joins the workspace of an invitation and signs in. A new user gets an account with this password;
 * an existing user has to enter theirs.
 */
export async function acceptInvitation(
  deps: Needs,
  body: AcceptInvitationBody,
  requestId: string,
  origin: SignInOrigin = {},
) {
  return deps.db.transaction('system', async (tx) => {
    const invitation = await lockByToken(tx, sha256(body.token), deps.clock())
    if (!invitation) throw problem('invitation_invalid')
    const userId = await findOrCreateUser(deps, tx, invitation.email, body, origin)
    await join(tx, invitation, userId, deps.clock())
    const actor = newMember(invitation, userId, body, requestId)
    await publish(tx, actor, {
      type: 'member.joined',
      object: { type: 'member', id: userId },
      data: { email: invitation.email, role: invitation.role },
      at: deps.clock(),
    })
    const tokens = await openSession(deps, tx, userId, origin)
    const { workspace_id, workspace_name, workspace_slug } = invitation
    return {
      ...tokens,
      workspace: { id: workspace_id, name: workspace_name, slug: workspace_slug },
    }
  })
}

async function findOrCreateUser(
  { clock, signIns }: Needs,
  tx: Tx,
  email: string,
  { first_name = '', last_name = '', password }: AcceptInvitationBody,
  { address = '' }: SignInOrigin,
): Promise<number> {
  const [known] = await tx<{ id: number; password_hash: string | null }>`
    select id, password_hash from users where lower(email) = lower(${email})`
  if (known) {
    // Counts as a sign-in attempt: an invitation must not allow extra guesses.
    const isKnown = () => hasSignedInFrom(tx, email, address)
    await signIns.attempt({ account: email, address, isKnown }, async () => {
      if (!(await passwordFits(known.password_hash, password))) throw problem('wrong_login')
    })
    return known.id
  }
  const passwordHash = await hashPassword(password)
  const [created] = await tx<{ id: number }>`
    insert into users (email, first_name, last_name, password_hash, created_at, updated_at)
    values (${email}, ${first_name.trim()}, ${last_name.trim()}, ${passwordHash}, ${clock()}, ${clock()})
    returning id`
  return (created as { id: number }).id
}

async function join(tx: Tx, invitation: OpenInvitation, userId: number, at: Date): Promise<void> {
  const { id, workspace_id, role, teamspace_ids } = invitation
  await tx`insert into memberships (workspace_id, user_id, role, created_at)
    values (${workspace_id}, ${userId}, ${role}, ${at}) on conflict do nothing`
  await tx`insert into teamspace_members (workspace_id, teamspace_id, user_id, created_at)
    select workspace_id, id, ${userId}, ${at} from teamspaces
    where workspace_id = ${workspace_id} and id = any(${teamspace_ids}::int[]) on conflict do nothing`
  await tx`update invitations set accepted_at = ${at} where id = ${id}`
}

function newMember(
  { workspace_id, role, email }: OpenInvitation,
  userId: number,
  { first_name = '', last_name = '' }: AcceptInvitationBody,
  requestId: string,
): Actor {
  return {
    kind: 'user',
    userId,
    name: `${first_name} ${last_name}`.trim() || email,
    via: 'api',
    workspaceId: workspace_id,
    role,
    permissions: permissionsOf(role),
    spaceId: null,
    credentialId: 'invitation',
    requestId,
  }
}
