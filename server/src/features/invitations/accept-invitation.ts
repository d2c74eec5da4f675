import type { Deps } from '../../deps.ts'
import { type RateLimiter, takeTogether } from '../../http/gate/rate-limit.ts'
import { type Actor, listPermissions, type Role } from '../../http/permissions.ts'
import { Problem, problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { accountWithPassword, findAccounts } from '../auth/accounts.ts'
import { hasSignedInFrom } from '../auth/log-in.ts'
import { hashPassword } from '../auth/passwords.ts'
import { openSession, type SignInOrigin } from '../auth/sessions.ts'
import { queueVerificationMail } from '../auth/verify-email.ts'
import { publish } from '../events/publish.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { lockByToken, type OpenInvitation } from './queries.ts'
import type { AcceptInvitationBody } from './schemas.ts'

/** Signing in checks the password of each of them, which takes some 30 ms. */
export const maxAccountsPerUnverifiedEmail = 5

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'signIns' | 'queue' | 'config' | 'counts'>

interface Origin extends SignInOrigin {
  /** Limits the emails to one mailbox. Without it, no email asks to verify the address. */
  mailboxes?: RateLimiter
}

/**
 * Joins the workspace of an invitation and signs in. A new user gets an account with this password;
 * an existing user has to enter theirs. The inviter may have passed the link on to anyone, so it does
 * not verify the address.
 */
export async function acceptInvitation(
  deps: Needs,
  body: AcceptInvitationBody,
  requestId: string,
  origin: Origin = {},
) {
  return deps.db.transaction('system', async (tx) => {
    const invitation = await lockByToken(tx, sha256(body.token), deps.clock())
    requireValid(invitation)
    const userId = await findOrCreateUser(deps, tx, invitation.email, body, origin)
    await join(deps, tx, invitation, userId)
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

/** An invitation is worth only what its inviter may still give. */
export function requireValid<T extends { inviter_role: Role | null }>(
  invitation: T | undefined,
): asserts invitation is T {
  if (!invitation) throw problem('invitation_invalid')
  const { inviter_role } = invitation
  const mayInvite = inviter_role && listPermissions(inviter_role).has('members:write')
  if (!mayInvite) throw problem('invitation_void')
}

async function findOrCreateUser(
  deps: Needs,
  tx: Tx,
  email: string,
  body: AcceptInvitationBody,
  origin: Origin,
): Promise<number> {
  const known = await findAccounts(tx, email)
  const [first] = known
  if (!first) return createUser(deps, tx, email, body, origin)
  // Nobody else's invitation is for an address that has an owner.
  const accounts = first.email_verified_at ? [first] : known
  const address = origin.address ?? ''
  // Counts as a sign-in attempt: an invitation must not allow extra guesses.
  const isKnown = () => hasSignedInFrom(tx, email, address)
  try {
    return await deps.signIns.attempt({ account: email, address, isKnown }, async () => {
      const account = await accountWithPassword(accounts, body.password)
      if (!account) throw problem('wrong_login')
      return account.id
    })
  } catch (error) {
    const isWrong = error instanceof Problem && error.code === 'wrong_login'
    if (!isWrong || first.email_verified_at) throw error
    if (known.length >= maxAccountsPerUnverifiedEmail) throw emailClaimed(tooManyClaims)
    if (!body.new_account) throw emailClaimed(anotherClaim)
    return createUser(deps, tx, email, body, origin)
  }
}

const anotherClaim =
  'Enter the password of your account. If you have none, send "new_account": true for an account of your own.'
const tooManyClaims =
  'Verify the address first: request a password link by email, or ask the operator of this server.'

function emailClaimed(detail: string) {
  return problem('email_claimed', { detail })
}

async function createUser(
  deps: Needs,
  tx: Tx,
  email: string,
  { first_name = '', last_name = '', password }: AcceptInvitationBody,
  { mailboxes }: Origin,
): Promise<number> {
  const passwordHash = await hashPassword(password)
  const now = deps.clock()
  const [created] = await tx<{ id: number }>`
    insert into users (email, first_name, last_name, password_hash, created_at, updated_at)
    values (${email}, ${first_name.trim()}, ${last_name.trim()}, ${passwordHash}, ${now}, ${now})
    returning id`
  const { id } = created as { id: number }
  if (mailboxes && deps.config.mail.smtpUrl !== undefined) {
    const [refusal] = await takeTogether(deps, [[mailboxes, `account ${email.toLowerCase()}`]])
    if (!refusal) await queueVerificationMail(deps, tx, { id, email })
  }
  return id
}

async function join(
  deps: Needs,
  tx: Tx,
  invitation: OpenInvitation,
  userId: number,
): Promise<void> {
  const at = deps.clock()
  const { id, workspace_id, role, teamspace_ids } = invitation
  await tx`insert into memberships (workspace_id, user_id, role, created_at)
    values (${workspace_id}, ${userId}, ${role}, ${at}) on conflict do nothing`
  await requireQuota(deps, tx, 'members', { workspaceId: workspace_id, adding: 0 })
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
    permissions: listPermissions(role),
    spaceId: null,
    credentialId: 'invitation',
    requestId,
  }
}
