type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'temporarily_unavailable'

/** An error with a code from RFC 6749; OAuth clients know no others. */
export class OAuthError extends Error {
  readonly code: Code

  constructor(code: Code, description: string) {
    super(description)
    this.code = code
  }

  toBody() {
    return { error: this.code, error_description: this.message }
  }
}
