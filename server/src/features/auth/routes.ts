import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { RateLimiter } from '../../http/gate/rate-limit.ts'
import { inWords } from '../../http/permission-words.ts'
import { permissions } from '../../http/permissions.ts'
import { resource } from '../../http/resource.ts'
import { sessionCookie } from './browser-cookie.ts'
import { changePassword } from './change-password.ts'
import { mailboxLimiter, requestPasswordLink } from './forgotten-password.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { getMe, updateMe } from './me.ts'
import { type BrowserSession as Opened, openBrowserSession } from './open-browser-session.ts'
import { refreshSession } from './refresh-session.ts'
import {
  BrowserSession,
  BrowserSessionBody,
  ForgottenBody,
  ForgottenReply,
  LinkTokenBody,
  LoginBody,
  Me,
  PasswordBody,
  PermissionList,
  RefreshBody,
  SignInLink,
  SignInLinkBody,
  Tokens,
  UpdateMeBody,
} from './schemas.ts'
import { sessionRoutes } from './session-routes.ts'
import { lookUpSignInLink, redeemSignInLink } from './sign-in-links.ts'
import { requestEmailVerification, verifyEmail } from './verify-email.ts'

const withCookie = (opened: object) => ({ 'set-cookie': (opened as Opened).cookie })

const exampleMe = {
  user: {
    id: 1,
    email: 'mia@example.com',
    first_name: 'Mia',
    last_name: 'Berg',
    has_password: true,
    is_email_verified: true,
  },
  credential: 'session',
  workspace_id: 1,
  role: 'owner',
  permissions: ['assets:read', 'assets:write'],
  workspaces: [{ id: 1, name: 'Studio', slug: 'studio', is_active: true, role: 'owner' }],
  last_event_id: 41,
}

const exampleTokens = {
  access_token: 'ats_3vQ…',
  refresh_token: 'atr_9xK…',
  expires_in: 3600,
  token_type: 'Bearer',
}

const auth = resource({
  tag: 'Credentials',
  path: '/api/v1/auth',
  read: 'any credential',
  write: 'public',
  record: Tokens,
  example: { record: exampleTokens },
})

export function authRoutes(deps: Pick<Deps, 'clock' | 'counts'>) {
  const createLimiter = (policy: string, quota: number, windowSeconds = 300) =>
    new RateLimiter({ policy, quota, windowSeconds }, deps)
  // The tokens cannot be guessed; this only limits the load that one IP address can cause.
  const visitors = createLimiter('sign-in links', 300)
  const links = {
    callers: createLimiter('password links', 20),
    mailboxes: mailboxLimiter(deps),
  }
  return [
    auth.post('/login', {
      id: 'logIn',
      summary: 'Sign in with email and password',
      body: LoginBody,
      problems: ['wrong_login', 'rate_limited'],
      example: { body: { email: 'mia@example.com', password: 'a long password' } },
      handle: (deps, { body, address, userAgent }) => logIn(deps, { ...body, address, userAgent }),
    }),
    auth.post('/refresh', {
      id: 'refreshSession',
      summary: 'Exchange a refresh token for new tokens',
      description: 'Each refresh token works once. Using one twice ends its session.',
      body: RefreshBody,
      problems: ['refresh_token_invalid'],
      example: { body: { refresh_token: 'atr_9xK…' } },
      handle: (deps, { body }) => refreshSession(deps, body.refresh_token),
    }),
    auth.post('/browser', {
      id: 'openBrowserSession',
      summary: 'Sign in a browser',
      description:
        'For pages of this server. The session is in a cookie that scripts cannot read and that the server accepts only from pages of the same origin. After sign-in with a password it lasts 30 days. A session created from an `access_token` ends with that token and its session. A `refresh_token` is used up: its session moves into the cookie. Programs sign in with `logIn`.',
      body: BrowserSessionBody,
      reply: BrowserSession,
      headers: withCookie,
      problems: ['wrong_login', 'refresh_token_invalid', 'rate_limited'],
      example: {
        body: { email: 'mia@example.com', password: 'a long password' },
        reply: { user_id: 1 },
      },
      handle: (deps, { body, address, userAgent }) =>
        openBrowserSession(deps, { ...body, address, userAgent }),
    }),
    auth.post('/browser/link', {
      id: 'redeemSignInLink',
      summary: 'Set a password with a one-time link',
      description:
        'If you forgot your password, you get such a link by email, valid for an hour. `atelier sign-in-link` and the first start print one that is valid for a day. It works once. It signs the browser in and ends all other sessions, programs and links of the person. A link with `proves_email` creates a new account that owns the address; accounts that only claimed it keep their data.',
      body: SignInLinkBody,
      reply: BrowserSession,
      headers: withCookie,
      problems: ['sign_in_link_invalid', 'rate_limited'],
      example: {
        body: { token: 'atw_5hT…', new_password: 'a long password', first_name: 'Mia' },
        reply: { user_id: 1 },
      },
      handle: async (deps, { body, address, userAgent }) => {
        await visitors.takeTogether(`address ${address}`)
        return redeemSignInLink(deps, body, { address, userAgent })
      },
    }),
    auth.post('/browser/link/look-up', {
      id: 'lookUpSignInLink',
      summary: 'Read whose one-time link it is',
      description: 'This does not use up the link.',
      body: LinkTokenBody,
      reply: SignInLink,
      problems: ['sign_in_link_invalid', 'rate_limited'],
      example: {
        body: { token: 'atw_5hT…' },
        reply: {
          email: 'mia@example.com',
          has_password: true,
          proves_email: false,
          expires_at: '2026-11-15T10:30:00.000Z',
        },
      },
      handle: async (deps, { body, address }) => {
        await visitors.takeTogether(`address ${address}`)
        return lookUpSignInLink(deps, body.token)
      },
    }),
    auth.post('/browser/forgotten', {
      id: 'requestPasswordLink',
      summary: 'Request a password link by email',
      description:
        'The response is the same whether or not the address belongs to someone. The link works once, within an hour. If accounts use the address but none has verified it, the email says so and its link verifies the address. Without a mail server no link is created; the operator can create one with `atelier sign-in-link`.',
      body: ForgottenBody,
      status: 202,
      reply: ForgottenReply,
      problems: ['rate_limited'],
      example: { body: { email: 'mia@example.com' }, reply: { is_mail_configured: true } },
      handle: (deps, { body, address }) => requestPasswordLink(deps, links, { ...body, address }),
    }),
    auth.post('/email/verification', {
      id: 'requestEmailVerification',
      onlyPeople: true,
      summary: 'Request the email that verifies your address',
      description:
        'The server sends it by itself when a new person joins. The link works once, within a day.',
      permission: 'signed-in person',
      status: 202,
      reply: ForgottenReply,
      problems: ['email_already_verified', 'member_not_found', 'rate_limited'],
      example: { reply: { is_mail_configured: true } },
      handle: (deps, { actor, address }) => requestEmailVerification(deps, links, actor, address),
    }),
    auth.post('/email/verify', {
      id: 'verifyEmail',
      onlyPeople: true,
      summary: 'Verify your address with the link from the email',
      description:
        'Needs both the link and a session of the account: the link shows that you read the mailbox, and the session that the account is yours.',
      permission: 'signed-in person',
      body: LinkTokenBody,
      reply: Type.Null(),
      problems: ['sign_in_link_invalid', 'email_taken'],
      example: { body: { token: 'atw_5hT…' } },
      handle: (deps, { actor, body }) => verifyEmail(deps, actor, body.token),
    }),
    auth.get('/me', {
      id: 'getMe',
      summary: 'Read your user, workspace and permissions',
      reply: Me,
      example: { reply: exampleMe },
      handle: (deps, { actor }) => getMe(deps, actor),
    }),
    auth.patch('/me', {
      id: 'updateMe',
      onlyPeople: true,
      summary: 'Change your own name',
      permission: 'any credential',
      body: UpdateMeBody,
      reply: Me,
      problems: ['permission_denied'],
      example: { body: { first_name: 'Mia' }, reply: exampleMe },
      handle: (deps, { actor, body }) => updateMe(deps, actor, body),
    }),
    auth.get('/permissions', {
      id: 'listPermissions',
      summary: 'List all permissions with descriptions',
      description: 'They are the scopes of API keys.',
      reply: PermissionList,
      example: {
        reply: { results: [{ name: 'boards:read', words: 'Read boards and their tasks' }] },
      },
      handle: async () => ({
        results: permissions.map((name) => ({ name, words: inWords(name) })),
      }),
    }),
    auth.post('/logout', {
      id: 'logOut',
      onlyPeople: true,
      summary: 'End the session of this access token or browser',
      permission: 'any credential',
      reply: Type.Null(),
      headers: (_result, { config }) => ({ 'set-cookie': sessionCookie(config, '') }),
      handle: (deps, { actor }) => logOut(deps, actor),
    }),
    auth.post('/password', {
      id: 'changePassword',
      onlyPeople: true,
      summary: 'Set your own password',
      description:
        'The first password needs no current one. Ends your other sessions, the access of programs, and links to set a password. API keys stay valid.',
      permission: 'any credential',
      body: PasswordBody,
      reply: Type.Null(),
      problems: ['wrong_password', 'rate_limited'],
      example: { body: { new_password: 'a long password' } },
      handle: (deps, { actor, body, address }) => changePassword(deps, actor, body, address),
    }),
    ...sessionRoutes(),
  ]
}
