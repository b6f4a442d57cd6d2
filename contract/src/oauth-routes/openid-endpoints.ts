/** Declares the endpoints of the OpenID provider that clients call. Names are those of the standards. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { authorization } from '../page-routes/openid-pages.ts'
import { defineOAuthRoute, type OAuthRoute } from './oauth-route.ts'

const clientCredentials = {
  client_id: v.optional(field.text(200)),
  client_secret: v.optional(field.text(500)),
  client_assertion: v.optional(field.text(4_096)),
  client_assertion_type: v.optional(field.text(100)),
}

const strings = v.array(v.string())

const metadata = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  pushed_authorization_request_endpoint: v.string(),
  device_authorization_endpoint: v.string(),
  userinfo_endpoint: v.string(),
  jwks_uri: v.string(),
  introspection_endpoint: v.string(),
  revocation_endpoint: v.string(),
  end_session_endpoint: v.string(),
  scopes_supported: strings,
  claims_supported: strings,
  response_types_supported: strings,
  response_modes_supported: strings,
  grant_types_supported: strings,
  subject_types_supported: strings,
  id_token_signing_alg_values_supported: strings,
  token_endpoint_auth_methods_supported: strings,
  token_endpoint_auth_signing_alg_values_supported: strings,
  introspection_endpoint_auth_methods_supported: strings,
  introspection_endpoint_auth_signing_alg_values_supported: strings,
  revocation_endpoint_auth_methods_supported: strings,
  revocation_endpoint_auth_signing_alg_values_supported: strings,
  code_challenge_methods_supported: strings,
  prompt_values_supported: strings,
  acr_values_supported: strings,
  authorization_response_iss_parameter_supported: v.boolean(),
  backchannel_logout_supported: v.boolean(),
  backchannel_logout_session_supported: v.boolean(),
  claims_parameter_supported: v.boolean(),
  request_parameter_supported: v.boolean(),
  request_uri_parameter_supported: v.boolean(),
  require_pushed_authorization_requests: v.boolean(),
  service_documentation: v.string(),
})
export type ProviderMetadata = v.InferOutput<typeof metadata>

export const getOpenIdConfiguration = defineOAuthRoute({
  method: 'GET',
  path: '/.well-known/openid-configuration',
  summary: 'Read the endpoints and abilities of the OpenID provider',
  access: 'none',
  result: metadata,
  cacheSeconds: 300,
  limit: 'openid',
})

export const getAuthorizationServer = defineOAuthRoute({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  summary: 'Read the endpoints and abilities of the authorization server',
  access: 'none',
  result: metadata,
  cacheSeconds: 300,
  limit: 'openid',
})

export const pushAuthorizationRequest = defineOAuthRoute({
  method: 'POST',
  path: '/par',
  summary: 'Push the parameters of a sign-in, and get a reference for the browser',
  access: 'client',
  form: v.object({ ...authorization.entries, ...clientCredentials }),
  result: v.object({ request_uri: v.string(), expires_in: v.number() }),
  status: 201,
  limit: 'openid',
})

export const authorizeDevice = defineOAuthRoute({
  method: 'POST',
  path: '/device_authorization',
  summary: 'Get the code that a user types to sign a device in',
  access: 'client',
  form: v.object({ scope: v.optional(field.text(1_000)), ...clientCredentials }),
  result: v.object({
    device_code: v.string(),
    user_code: v.string(),
    verification_uri: v.string(),
    verification_uri_complete: v.string(),
    expires_in: v.number(),
    interval: v.number(),
  }),
  limit: 'openid',
})

const tokens = v.object({
  access_token: v.string(),
  token_type: v.literal('Bearer'),
  expires_in: v.number(),
  scope: v.string(),
  refresh_token: v.optional(v.string()),
  id_token: v.optional(v.string()),
})
export type TokenAnswer = v.InferOutput<typeof tokens>

export const requestTokens = defineOAuthRoute({
  method: 'POST',
  path: '/token',
  summary: 'Redeem an authorization code, renew tokens, or get a token of a service',
  access: 'client',
  form: v.object({
    grant_type: v.string('Missing'),
    code: v.optional(field.token),
    redirect_uri: v.optional(field.text(2_048)),
    code_verifier: v.optional(field.text(128)),
    refresh_token: v.optional(field.token),
    device_code: v.optional(field.token),
    scope: v.optional(field.text(1_000)),
    /** RFC 8707 */
    resource: v.optional(field.text(2_048)),
    ...clientCredentials,
  }),
  result: tokens,
  limit: 'openid',
})

/** The claims of a user, by the scopes of the token (OpenID Connect Core 1.0 §5.1). */
const claims = v.object({
  sub: v.string(),
  name: v.optional(v.string()),
  given_name: v.optional(v.string()),
  family_name: v.optional(v.string()),
  picture: v.optional(v.string()),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean()),
  phone_number: v.optional(v.string()),
  phone_number_verified: v.optional(v.boolean()),
})
export type UserClaims = v.InferOutput<typeof claims>

const userinfo = {
  path: '/userinfo',
  summary: 'Read the claims of the user of an access token',
  access: 'bearer',
  result: claims,
  limit: 'openid',
} as const
export const getUserInfo = defineOAuthRoute({ method: 'GET', ...userinfo })
/** The access token is in the header or in the form (RFC 6750 §2.2). */
export const postUserInfo = defineOAuthRoute({
  method: 'POST',
  form: v.object({ access_token: v.optional(field.text(4_096)) }),
  ...userinfo,
})

const tokenForm = v.object({
  token: field.text(4_096),
  token_type_hint: v.optional(field.text(100)),
  ...clientCredentials,
})

export const introspectToken = defineOAuthRoute({
  method: 'POST',
  path: '/introspect',
  summary: 'Ask whether a token of the client is active',
  access: 'client',
  form: tokenForm,
  result: v.object({
    active: v.boolean(),
    token_type: v.optional(v.string()),
    client_id: v.optional(v.string()),
    sub: v.optional(v.string()),
    sid: v.optional(v.string()),
    scope: v.optional(v.string()),
    aud: v.optional(v.string()),
    iss: v.optional(v.string()),
    exp: v.optional(v.number()),
    iat: v.optional(v.number()),
  }),
  limit: 'openid',
})

export const revokeToken = defineOAuthRoute({
  method: 'POST',
  path: '/revoke',
  summary: 'End the session of a token of the client',
  access: 'client',
  form: tokenForm,
  limit: 'openid',
})

/** Every endpoint in the order of /docs. Keys are operation ids. */
export const oauthOperations = {
  getOpenIdConfiguration,
  getAuthorizationServer,
  pushAuthorizationRequest,
  authorizeDevice,
  requestTokens,
  getUserInfo,
  postUserInfo,
  introspectToken,
  revokeToken,
}

export const allOAuthRoutes: readonly OAuthRoute[] = Object.values(oauthOperations)
