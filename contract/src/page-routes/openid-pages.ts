/** Declares the steps of a sign-in with OpenID Connect that the browser walks. Names are those of the standards. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { definePageRoute } from './page-route.ts'

/** The path to which the sign-in page returns; the only path of Foyer that is a target of a sign-in. */
export const finishPath = '/authorize/finish'

const text = (max: number) => v.optional(field.text(max))

/** The parameters of an authorization request (OpenID Connect Core 1.0 §3.1.2.1). Undeclared ones are ignored. */
export const authorization = v.object({
  client_id: text(200),
  redirect_uri: text(2_048),
  response_type: text(100),
  response_mode: text(100),
  scope: text(1_000),
  state: text(2_048),
  nonce: text(500),
  code_challenge: text(200),
  code_challenge_method: text(20),
  prompt: text(100),
  max_age: text(20),
  login_hint: text(254),
  acr_values: text(100),
  id_token_hint: text(4_096),
  claims: text(4_096),
  request: text(8_192),
  request_uri: text(2_048),
})
export type AuthorizationParameters = v.InferOutput<typeof authorization>

const page = {
  path: '/authorize',
  answer: 'The sign-in page of the platform of the client; after a refusal the redirect URI with `error`.',
  refusal: 'A page that explains a wrong client or redirect URI.',
  limit: 'social-pages',
} as const

export const authorize = definePageRoute({
  method: 'GET',
  summary: 'Begin a sign-in with OpenID Connect',
  query: authorization,
  ...page,
})

export const postAuthorize = definePageRoute({
  method: 'POST',
  summary: 'Begin a sign-in with OpenID Connect by a form',
  form: authorization,
  takesForeignForms: true,
  ...page,
})

export const finishAuthorization = definePageRoute({
  method: 'GET',
  // A path for each client: the page counts repeated handovers to one path.
  path: `${finishPath}/:client`,
  params: v.object({ client: field.text(200) }),
  summary: 'Take the browser back from the sign-in page to the client',
  query: v.object({ request: field.token, code: v.optional(field.token) }),
  answer: 'The redirect URI of the client with `code`, `state` and `iss`, or the sign-in page.',
  page: 'A form that posts the answer to the client (`form_post`), or the question whether a device may sign in.',
  refusal: 'A page that says that the sign-in has expired.',
  limit: 'social-pages',
})

export const showDevicePage = definePageRoute({
  method: 'GET',
  path: '/device',
  summary: 'Show the page for the code of a device',
  query: v.object({ user_code: text(20) }),
  page: 'A field for the code.',
  refusal: 'The page without the code, which is too long.',
  limit: 'social-pages',
})

export const enterDeviceCode = definePageRoute({
  method: 'POST',
  path: '/device',
  summary: 'Enter the code of a device',
  form: v.object({ user_code: field.text(20) }),
  answer: 'The sign-in page of the platform of the client.',
  refusal: 'The page again: the code is wrong or has expired.',
  limit: 'device-codes',
})

export const decideOnDevice = definePageRoute({
  method: 'POST',
  path: '/device/decision',
  summary: 'Decide whether a device is signed in',
  form: v.object({ confirmation: field.token, decision: v.picklist(['allow', 'refuse']) }),
  page: 'What happens on the device.',
  refusal: 'The question was answered, or belongs to another browser.',
  limit: 'social-pages',
})

export const decideAuthorization = definePageRoute({
  method: 'POST',
  path: '/authorize/decide',
  summary: 'Take the answer of the user who was asked what a client may read',
  form: v.object({ question: field.token, answer: v.picklist(['allow', 'deny']) }),
  answer: 'The redirect URI of the client with `code`, or with the error `access_denied`.',
  refusal: 'A page that says that the sign-in has expired.',
  limit: 'social-pages',
})

const logout = v.object({
  id_token_hint: text(4_096),
  client_id: text(200),
  post_logout_redirect_uri: text(2_048),
  state: text(500),
})

const logoutPage = {
  path: '/end_session',
  answer: '`post_logout_redirect_uri`, or the sign-out page of the platform.',
  refusal: 'A page that explains a wrong client, ID token or URI.',
  limit: 'social-pages',
} as const

export const requestSignOut = definePageRoute({
  method: 'GET',
  summary: 'Sign the user out at the request of a client',
  query: logout,
  ...logoutPage,
})

export const postSignOutRequest = definePageRoute({
  method: 'POST',
  summary: 'Sign the user out at the request of a client by a form',
  form: logout,
  takesForeignForms: true,
  ...logoutPage,
})
