import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { readToken, signToken } from '../../lib/signed-token.ts'

const purpose = 'mcp state'

/**
 * State that a client carries from one request to the next, so that any process can continue. It is
 * signed, and valid only for the credential and workspace that it was issued to.
 */
export function sealState(
  { linkSecrets }: Pick<Deps, 'linkSecrets'>,
  { credentialId, workspaceId }: Actor,
  fields: readonly (string | number)[],
): string {
  return signToken(linkSecrets[0] as string, purpose, [credentialId, workspaceId, ...fields])
}

/** Undefined if the state was changed, or issued to someone else. */
export function openState(
  { linkSecrets }: Pick<Deps, 'linkSecrets'>,
  { credentialId, workspaceId }: Actor,
  text: string,
): (string | number)[] | undefined {
  const [credential, workspace, ...fields] = readToken(linkSecrets, purpose, text) ?? []
  return credential === credentialId && workspace === workspaceId ? fields : undefined
}
