import type { Deps } from '../../deps.ts'
import { programTokenPrefix } from '../auth/credentials.ts'
import type { GrantTokens } from './queries.ts'

const accessSeconds = 3600
export const refreshDays = 30

export function newTokens({ clock, random }: Pick<Deps, 'clock' | 'random'>): GrantTokens {
  return {
    accessToken: `${programTokenPrefix}${random.secret(32)}`,
    accessExpiresAt: new Date(clock().getTime() + accessSeconds * 1000),
    refreshToken: `atx_${random.secret(32)}`,
  }
}

/** The response of the token endpoint. */
export function tokenReply({ accessToken, refreshToken }: GrantTokens, scopes: readonly string[]) {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  }
}
