import { createSignInLink } from '../src/features/auth/sign-in-links.ts'
import type { CreateExample, Replacements } from './example-preparations.ts'
import type { Harness, Tenant } from './harness.ts'
import { createOAuthGrant } from './oauth-grant.ts'

interface Tools {
  service: Harness
  mia: Tenant
  createExample: CreateExample
  session(): Promise<{ email: string; userId: number; access_token: string; refresh_token: string }>
}

/** What the examples of invitations, sign-in and sessions refer to. */
export function accountPreparations({ service, mia, createExample, session }: Tools) {
  async function newInvitation(): Promise<Replacements> {
    const email = `${Math.random()}@example.com`
    return { body: { token: (await createExample('createInvitation', { email })).token } }
  }

  async function oneTimeLink(): Promise<Replacements> {
    const { deps } = service
    // Not for mia: the example of `changePassword` sets a first password.
    const { userId } = await service.colleague(mia, 'member')
    const link = await deps.db.transaction('system', (tx) => createSignInLink(deps, tx, userId))
    return { body: { token: link.split('#')[1] as string } }
  }

  /** A person whose address is not verified, signed in. */
  async function unverified(): Promise<{ token: string; userId: number; email: string }> {
    const { email, userId, access_token } = await session()
    await service.deps.db.system`update users set email_verified_at = null where id = ${userId}`
    return { token: access_token, userId, email }
  }

  async function verification(): Promise<Replacements> {
    const { deps } = service
    const { token, userId, email } = await unverified()
    const link = await deps.db.transaction('system', (tx) =>
      createSignInLink(deps, tx, userId, { provesEmail: email }),
    )
    return { token, body: { token: link.split('#')[1] as string } }
  }

  return {
    requestEmailVerification: async () => ({ token: (await unverified()).token }),
    verifyEmail: verification,
    acceptInvitation: newInvitation,
    lookUpInvitation: newInvitation,
    logIn: async () => ({ body: { email: (await session()).email } }),
    openBrowserSession: async () => ({ body: { email: (await session()).email } }),
    redeemSignInLink: oneTimeLink,
    lookUpSignInLink: oneTimeLink,
    updateMe: async () => ({ token: (await session()).access_token }),
    refreshSession: async () => ({ body: { refresh_token: (await session()).refresh_token } }),
    listSessions: async () => ({ token: (await session()).access_token }),
    endOtherSessions: async () => ({ token: (await session()).access_token }),
    listGrants: async () => ({ token: (await session()).access_token }),
    endSession: async () => {
      const { access_token: token } = await session()
      const { body } = await service.call('GET', '/api/v1/auth/sessions', { token })
      return { token, params: { id: body.results[0].id } }
    },
    endGrant: async () => {
      const { access_token: token, userId } = await session()
      const { id } = await createOAuthGrant(service, { ...mia, userId })
      return { token, params: { id } }
    },
    logOut: async () => ({ token: (await session()).access_token }),
  }
}
