import type { Deps } from '../../deps.ts'
import { RateLimiter } from '../../http/gate/rate-limit.ts'
import { PageQuery } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { UuidParams } from '../../http/schemas.ts'
import { mailboxLimiter } from '../auth/forgotten-password.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { createInvitation } from './create-invitation.ts'
import { lookUpInvitation } from './look-up-invitation.ts'
import { listInvitations, revokeInvitation } from './manage-invitations.ts'
import {
  AcceptedInvitation,
  AcceptInvitationBody,
  CreateInvitationBody,
  Invitation,
  InvitationDetails,
  LookUpInvitationBody,
  NewInvitation,
} from './schemas.ts'

const exampleInvitation = {
  id: '6b2f6c1e-6a7e-4b54-8f0f-2f5b8f3f1c11',
  email: 'jo@example.com',
  role: 'member',
  teamspace_ids: [3],
  invited_by: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  expires_at: '2026-11-22T09:30:00.000Z',
  accepted_at: null,
}

const invitations = resource({
  tag: 'Members',
  path: '/api/v1/workspaces/invitations',
  read: 'members:write',
  write: 'members:write',
  params: UuidParams,
  notFound: 'invitation_not_found',
  record: Invitation,
  example: { params: { id: exampleInvitation.id }, record: exampleInvitation },
})

export function invitationRoutes(deps: Pick<Deps, 'clock' | 'counts'>) {
  // The tokens cannot be guessed; this only limits the load that one IP address can cause.
  const visitors = new RateLimiter({ policy: 'invitation', quota: 300, windowSeconds: 300 }, deps)
  const mailboxes = mailboxLimiter(deps)
  return [
    invitations.list('', {
      id: 'listInvitations',
      summary: 'List invitations',
      query: PageQuery,
      list: (deps, { actor, query }) => listInvitations(deps, actor, query),
    }),
    invitations.create('', {
      id: 'createInvitation',
      onlyPeople: true,
      summary: 'Invite someone to the workspace',
      description:
        'The response shows the token only once. Inviting the same address again creates a new token and revokes the old one. You cannot give a role that may do more than your credential: a key with only `members:write` cannot invite anyone.',
      body: CreateInvitationBody,
      reply: NewInvitation,
      problems: ['quota_exceeded', 'already_member'],
      example: {
        body: { email: 'jo@example.com', role: 'member' },
        reply: { ...exampleInvitation, token: 'ati_…' },
      },
      handle: (deps, { actor, body }) => createInvitation(deps, actor, body),
    }),
    invitations.delete('/{id}', {
      id: 'revokeInvitation',
      summary: 'Revoke an invitation',
      handle: (deps, { actor, params }) => revokeInvitation(deps, actor, params.id),
    }),
    invitations.post('/lookup', {
      id: 'lookUpInvitation',
      summary: 'Show an invitation to the invited person',
      permission: 'public',
      body: LookUpInvitationBody,
      reply: InvitationDetails,
      problems: ['invitation_invalid', 'invitation_void', 'rate_limited'],
      example: {
        body: { token: 'ati_…' },
        reply: {
          email: 'jo@example.com',
          role: 'member',
          workspace: { name: 'Northwind' },
          invited_by: 'Mia Wong',
          expires_at: '2026-11-22T09:30:00.000Z',
        },
      },
      handle: async (deps, { body, address }) => {
        await visitors.takeTogether(address)
        return lookUpInvitation(deps, body.token)
      },
    }),
    invitations.post('/accept', {
      id: 'acceptInvitation',
      onlyPeople: true,
      summary: 'Accept an invitation and sign in',
      description:
        'A new person gets an account with this password. Someone who already has an account confirms it with their password. The address stays unverified until the person follows the link that the server mails to it.',
      permission: 'public',
      body: AcceptInvitationBody,
      reply: AcceptedInvitation,
      problems: [
        'quota_exceeded',
        'invitation_invalid',
        'invitation_void',
        'wrong_login',
        'email_claimed',
        'rate_limited',
      ],
      example: {
        body: { token: 'ati_…', first_name: 'Jo', last_name: 'Lind', password: 'a long password' },
        reply: {
          access_token: 'ats_3vQ…',
          refresh_token: 'atr_9xK…',
          expires_in: 3600,
          token_type: 'Bearer',
          workspace: { id: 1, name: 'Northwind', slug: 'northwind' },
        },
      },
      handle: async (deps, { body, address, userAgent, requestId }) => {
        await visitors.takeTogether(address)
        return acceptInvitation(deps, body, requestId, { address, userAgent, mailboxes })
      },
    }),
  ]
}
