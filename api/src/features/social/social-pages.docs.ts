/** Describes the routes of a flow with a social provider in /docs. */
import {
  finishSocialSignIn,
  startSocialSignIn,
  takeSocialForm,
} from '@foyer/contract/page-routes/social-pages'
import type { ApiSection } from '../../kernel/http/describe-route.ts'

export const socialPagesDocs: readonly ApiSection[] = [
  {
    name: 'To a social provider and back',
    description:
      'Browsers walk these addresses; no program calls them. Each answers 303. The cookie `__Host-social` binds the way to its browser; the way itself ends after ten minutes. The fragment of `/social-return` holds `mode`, `channel`, `return` and `provider`, and then either `reference`, with `hasName=1` and `hasEmail=1` where the provider gave them, or `error`: `denied` if the user changed their mind, else `failed`.',
    routes: [],
    pageRoutes: [
      {
        route: startSocialSignIn,
        description:
          'Open it from a page of this host, in a popup (`mode=popup`) or in the window itself (`mode=redirect`). `return` is the path and query of a sign-in, sign-up or popup page of the platform; `channel`, 22 to 64 random characters, names the BroadcastChannel `foyer.social.{channel}` on which that page hears the result. With a ticket of `beginIdentityLink` as `link`, `return` is `/account/security`, and the reference only links an account in the session that began. The way is for one use within ten minutes: authorization code with state, PKCE and nonce.',
      },
      {
        route: finishSocialSignIn,
        description:
          'The redirect URI to register at Google and Facebook. Without a state that is unused, of this provider and of this browser, the fragment has `error=failed` alone. The provider must answer within three seconds in all.',
      },
      {
        route: takeSocialForm,
        description:
          'The redirect URI to register at Apple, whose answer is a form of at most 16 kB from its own site. It is the one route that takes forms, and the one that other sites may post to.',
      },
    ],
  },
]
