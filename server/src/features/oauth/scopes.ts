import { type Permission, permissions } from '../../http/permissions.ts'
import { OAuthError } from './oauth-error.ts'

/** A client that could create keys would keep access after its grant ends. */
export const grantable: readonly Permission[] = permissions.filter(
  (one) => !one.startsWith('api-keys:'),
)

/** Parses "boards:read boards:write"; no scopes means the default set. */
export function readScopes(
  text: string | undefined,
  usual: readonly Permission[],
): readonly Permission[] {
  const names = (text ?? '').split(' ').filter((name) => name !== '')
  if (names.length === 0) return usual
  const unknown = names.filter((name) => !(grantable as readonly string[]).includes(name))
  if (unknown.length > 0) {
    throw new OAuthError('invalid_scope', `There is no scope ${unknown[0]?.slice(0, 60)}.`)
  }
  return grantable.filter((one) => names.includes(one))
}
