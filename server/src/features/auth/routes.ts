import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { operation } from '../../http/operation.ts'
import { RateLimiter } from '../../http/rate-limit.ts'
import { changePassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { refreshSession } from './refresh-session.ts'
import { LoginBody, PasswordBody, RefreshBody, Tokens } from './schemas.ts'

const exampleTokens = {
  access_token: 'ats_3vQ…',
  refresh_token: 'atr_9xK…',
  expires_in: 3600,
  token_type: 'Bearer',
}

export function authRoutes({ clock }: Pick<Deps, 'clock'>) {
  // Enough for a person who mistypes, far too few for a machine that guesses.
  const throttle = new RateLimiter('login', 20, 300, () => clock().getTime())
  return [
    operation({
      id: 'logIn',
      method: 'POST',
      path: '/api/v1/auth/login',
      tag: 'Credentials',
      summary: 'Sign in with email and password',
      permission: 'public',
      body: LoginBody,
      status: 200,
      reply: Tokens,
      problems: ['wrong_login', 'rate_limited'],
      example: {
        body: { email: 'mia@example.com', password: 'a long password' },
        reply: exampleTokens,
      },
      handle: (deps, { body, address }) => logIn(deps, throttle, { ...body, address }),
    }),
    operation({
      id: 'refreshSession',
      method: 'POST',
      path: '/api/v1/auth/refresh',
      tag: 'Credentials',
      summary: 'Exchange a refresh token for new tokens',
      description: 'Each refresh token works once. One that is used twice ends its session.',
      permission: 'public',
      body: RefreshBody,
      status: 200,
      reply: Tokens,
      problems: ['refresh_token_invalid'],
      example: { body: { refresh_token: 'atr_9xK…' }, reply: exampleTokens },
      handle: (deps, { body }) => refreshSession(deps, body.refresh_token),
    }),
    operation({
      id: 'logOut',
      method: 'POST',
      path: '/api/v1/auth/logout',
      tag: 'Credentials',
      summary: 'End the session of this access token',
      permission: 'any credential',
      status: 204,
      reply: Type.Null(),
      handle: (deps, { actor }) => logOut(deps, actor),
    }),
    operation({
      id: 'changePassword',
      method: 'POST',
      path: '/api/v1/auth/password',
      tag: 'Credentials',
      summary: 'Set your own password',
      description: 'The first password needs no current one. Other sessions of yours end.',
      permission: 'any credential',
      body: PasswordBody,
      status: 204,
      reply: Type.Null(),
      problems: ['wrong_password'],
      example: { body: { new_password: 'a long password' } },
      handle: (deps, { actor, body }) => changePassword(deps, actor, body),
    }),
  ]
}
