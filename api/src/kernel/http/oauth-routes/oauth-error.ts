/** An error that a client gets as its standard says (RFC 6749 §5.2, RFC 6750 §3.1). */

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_response_type'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'login_required'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'consent_required'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'temporarily_unavailable'
  | 'server_error'

const statuses: Partial<Record<OAuthErrorCode, number>> = {
  invalid_client: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  temporarily_unavailable: 503,
  server_error: 500,
}

/** `description` is for developers, and never repeats a value of the request. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  readonly status: number
  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.code = code
    this.status = statuses[code] ?? 400
  }
}
