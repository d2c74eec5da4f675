import type { Config } from '../../config.ts'
import { everydayPermissions } from '../../http/permissions.ts'
import { OAuthError } from './oauth-error.ts'
import { grantable } from './scopes.ts'

type Needs = Pick<Config, 'publicUrl'>

export const usualScopes = everydayPermissions.filter((one) => grantable.includes(one))

/** RFC 9728: the authorization server for this URL. */
export function resourceMetadata({ publicUrl }: Needs, path: '' | '/mcp') {
  return {
    resource: `${publicUrl}${path}`,
    authorization_servers: [publicUrl],
    scopes_supported: usualScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Atelier',
    resource_documentation: `${publicUrl}/docs`,
  }
}

/** RFC 8414: how to get access. */
export function serverMetadata({ publicUrl }: Needs) {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    scopes_supported: grantable,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${publicUrl}/docs`,
  }
}

/** RFC 8707: tokens are valid for /mcp unless requested for the whole API. */
export function readResource({ publicUrl }: Needs, asked: string | undefined): string {
  const wanted = (asked ?? `${publicUrl}/mcp`).replace(/\/$/, '')
  if (wanted === publicUrl || wanted === `${publicUrl}/mcp`) return wanted
  throw new OAuthError('invalid_target', `resource must be ${publicUrl}/mcp or ${publicUrl}.`)
}
