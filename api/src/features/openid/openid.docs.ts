/** Describes the OpenID provider in /docs. */
import {
  authorizeDevice,
  getAuthorizationServer,
  getOpenIdConfiguration,
  getUserInfo,
  introspectToken,
  postUserInfo,
  pushAuthorizationRequest,
  requestTokens,
  revokeToken,
} from '@foyer/contract/oauth-routes/openid-endpoints'
import {
  authorize,
  decideAuthorization,
  decideOnDevice,
  enterDeviceCode,
  finishAuthorization,
  postAuthorize,
  postSignOutRequest,
  requestSignOut,
  showDevicePage,
} from '@foyer/contract/page-routes/openid-pages'
import { listApps, removeApp } from '@foyer/contract/routes/apps'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

const begin =
  'Authorization code flow with PKCE (`S256`). `prompt=login`, `select_account` and `max_age` ask the user to sign in again; `prompt=none` answers without a page for the user, alone or in a frame of a registered origin, and refuses with `login_required` if nobody is signed in in this browser; `login_hint` fills the first field; `response_mode` is `query` or `form_post`; `id_token_hint` and `sub` in `claims` name the user that the client expects: another one signs in again, or with `prompt=none` the answer is `login_required`; `claims` asks for single claims, which come with their scope; an essential `acr` of `2` in it demands two factors; unknown scopes and claims are ignored. A wrong `client_id` or `redirect_uri` shows a page with the reason for developers, and leads nowhere. Every other refusal goes to `redirect_uri` with `error`, `error_description`, `state` and `iss`.'

const signOut =
  'With `id_token_hint`, an ID token of any age, the session of the user at the platform ends with every session of clients below it (that of a third party alone), and the browser goes on to `post_logout_redirect_uri`, which must be registered character by character, with `state`. With `client_id` alone the sign-out page of the platform signs the browser out.'

const metadata = 'A client reads it once and learns every endpoint from it.'

const userInfo =
  'The claims of the scopes of the token: `profile`, `email`, `phone`. Requires the scope `openid`.'

export const openIdDocs: readonly ApiSection[] = [
  {
    name: 'OpenID Connect',
    description:
      'Any client of OpenID Connect signs users in with these endpoints; their names, parameters and errors are those of the standards. A token with scopes reaches `/userinfo`, and the routes of profiles, schools and notifications with `foyer.profile`, `foyer.schools` and `foyer.notifications`.',
    routes: [
      describeRoute(
        listApps,
        'Lists what the user has agreed to on the page of consent. A client of the provider itself asks nothing, and is not listed unless it asked with `prompt=consent`.',
        {
          result: [
            {
              ...{ clientId: 'chess-club', name: 'Chess Club', scopes: ['openid', 'email'] },
              since: '2026-03-01T09:30:00.000Z',
            },
          ],
        },
      ),
      describeRoute(
        removeApp,
        'Ends every session of the app, and its back channel is told. The app asks for consent at its next sign-in.',
      ),
    ],
    oauthRoutes: [
      { route: getOpenIdConfiguration, description: metadata },
      { route: getAuthorizationServer, description: metadata },
      {
        route: pushAuthorizationRequest,
        description:
          'Takes the parameters of `/authorize`, and refuses what `/authorize` refuses. The browser goes to `/authorize` with `client_id` and `request_uri` alone, once, within a minute; other parameters there have no effect.',
      },
      {
        route: authorizeDevice,
        description:
          'For a client with the grant `urn:ietf:params:oauth:grant-type:device_code` (`client create --grants`). The device shows `user_code` and `verification_uri`, and asks `/token` every `interval` seconds: `authorization_pending` until the user has decided, then tokens or `access_denied`; `slow_down` if it asks too often, and `expired_token` after ten minutes.',
      },
      {
        route: requestTokens,
        description:
          'A code works once, for a minute, for the client, `redirect_uri` and `code_verifier` of its request; a second use ends the session that the first one opened. `refresh_token` is issued for the scope `offline_access` and replaced at each use; an old one ends the session. The client authenticates with `client_secret_basic`, `client_secret_post` or `private_key_jwt`, whose JWT names the issuer or this URL as its one audience, has a `jti` and expires within five minutes; a public client sends `client_id` alone. `client_credentials` gives a client of the kind `machine` a token without a user, for ten minutes, for the audience in `resource` (RFC 8707; needed only if the client has several) and for the scopes in `scope`, or all that are registered.',
      },
      { route: getUserInfo, description: userInfo },
      { route: postUserInfo, description: userInfo },
      {
        route: introspectToken,
        description:
          'A token of another client is never active, except the token of a machine for the client that is its audience. The token of a machine has no `sid`, and its `sub` is its `client_id`. A public client cannot ask.',
      },
      {
        route: revokeToken,
        description:
          'Ends the session of an access or refresh token. The answer is the same for an unknown token and for one of another client. The token of a machine cannot be revoked: `unsupported_token_type`.',
      },
    ],
    pageRoutes: [
      { route: authorize, description: begin },
      { route: postAuthorize, description: begin },
      {
        route: finishAuthorization,
        description:
          'The sign-in page leads here by itself; it is the one address of this service for which a handover code is minted. It works once, within an hour, in the browser that began.',
      },
      {
        route: showDevicePage,
        description: '`user_code` fills the field; the user still confirms the code and the device.',
      },
      {
        route: enterDeviceCode,
        description: 'The code is read without case and hyphen. The user signs in, and then decides.',
      },
      {
        route: decideOnDevice,
        description:
          'The page names the client, the device and whether it is in the network of the user. It works once, in the browser that entered the code.',
      },
      {
        route: decideAuthorization,
        description:
          'The page that asks the user, before a third party reads anything, posts here: what the client may read, and for whom. The answer is remembered for the scopes of the request; more scopes, and `prompt=consent`, ask again. `prompt=none` is refused with `consent_required` instead.',
      },
      { route: requestSignOut, description: signOut },
      { route: postSignOutRequest, description: signOut },
    ],
  },
]
