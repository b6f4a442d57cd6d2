/** Describes the provider to clients (OpenID Connect Discovery 1.0 §3, RFC 8414). */
import {
  authorizeDevice,
  getUserInfo,
  introspectToken,
  type ProviderMetadata,
  pushAuthorizationRequest,
  requestTokens,
  revokeToken,
} from '@foyer/contract/oauth-routes/openid-endpoints'
import { authorize, requestSignOut } from '@foyer/contract/page-routes/openid-pages'
import { getJwks } from '@foyer/contract/routes/operations'
import { scopes } from '@foyer/contract/scopes'
import { signingAlgorithm } from '../../identity/tokens/sign-jwt.ts'
import { prompts, responseModes } from './authorization-request.ts'
import { assertionAlgorithms } from './client-assertion.ts'
import { grantTypes } from './token.ts'
import { supportedClaims } from './user-claims.ts'

const secretMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']

export function providerMetadata(issuer: string): ProviderMetadata {
  const urlOf = ({ path }: { path: string }) => new URL(path, issuer).href
  return {
    issuer,
    authorization_endpoint: urlOf(authorize),
    token_endpoint: urlOf(requestTokens),
    pushed_authorization_request_endpoint: urlOf(pushAuthorizationRequest),
    device_authorization_endpoint: urlOf(authorizeDevice),
    userinfo_endpoint: urlOf(getUserInfo),
    jwks_uri: urlOf(getJwks),
    introspection_endpoint: urlOf(introspectToken),
    revocation_endpoint: urlOf(revokeToken),
    end_session_endpoint: urlOf(requestSignOut),
    scopes_supported: [...scopes],
    claims_supported: supportedClaims,
    response_types_supported: ['code'],
    response_modes_supported: [...responseModes],
    grant_types_supported: grantTypes,
    subject_types_supported: ['public', 'pairwise'],
    id_token_signing_alg_values_supported: [signingAlgorithm],
    token_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    introspection_endpoint_auth_methods_supported: secretMethods,
    introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: [...prompts],
    acr_values_supported: ['1', '2'],
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    require_pushed_authorization_requests: false,
    service_documentation: urlOf({ path: '/docs' }),
  }
}
