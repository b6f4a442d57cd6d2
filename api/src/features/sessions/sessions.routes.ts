import { endPreviousSession, startAutoLogin } from '@foyer/contract/routes/auto-login'
import { createIdToken } from '@foyer/contract/routes/id-token'
import { endOneSession, listSessions, logout, refreshToken } from '@foyer/contract/routes/sessions'
import { type RefreshGrant, readRefreshToken } from '../../identity/sessions/refresh-token.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { Serve, Services } from '../../services.ts'
import { autoLogIn } from './auto-login.ts'
import { makeIdToken } from './id-token.ts'
import { endOwnSession, listOwnSessions, logOut } from './own-sessions.ts'
import { refresh } from './refresh.ts'

/** Limits the renewals of one session. */
export const refreshesPerSession: Window = { max: 60, windowSeconds: 60 }

/** Limits the auto-logins with the tokens of one session, to fewer than the sign-ins of one user. */
export const autoLoginsPerSession: Window = { max: 10, windowSeconds: 600 }

const idTokensPerSession: Window = { max: 30, windowSeconds: 60 }

export function sessionsRoutes(serve: Serve, services: Services): void {
  /** The grant in the body of a request, for the limit and then for the handler. */
  const grants = new WeakMap<object, RefreshGrant | null>()
  function grantIn(body: { refreshToken: string }): RefreshGrant | null {
    const known = grants.get(body)
    if (known !== undefined) return known
    const grant = readRefreshToken(services.keyring, body.refreshToken)
    grants.set(body, grant)
    return grant
  }

  serve(
    refreshToken,
    ({ body, client, requestContext }) => refresh(services, { grant: grantIn(body), client, requestContext }),
    {
      // The count is by client as well: a copied token without credentials does not use up the platform's limit.
      rules: ({ body, client }) => {
        const grant = grantIn(body)
        const presenter = client ? `:${client.id}` : ''
        return grant
          ? [{ key: `refresh:session:${grant.sessionId}${presenter}`, ...refreshesPerSession }]
          : []
      },
    },
  )
  serve(logout, ({ caller, requestContext }) => logOut(services, caller, requestContext))
  serve(endPreviousSession, ({ caller, requestContext }) => logOut(services, caller, requestContext))
  serve(
    startAutoLogin,
    ({ body, requestContext, browser }) => autoLogIn(services, body, { requestContext, browser }),
    {
      rules: ({ body }) => {
        const grant = readRefreshToken(services.keyring, body.refreshToken)
        return grant ? [{ key: `auto-login:session:${grant.sessionId}`, ...autoLoginsPerSession }] : []
      },
    },
  )
  serve(createIdToken, ({ caller }) => makeIdToken(services, caller), {
    rules: ({ caller }) => [{ key: `id-token:session:${caller.sessionId}`, ...idTokensPerSession }],
  })
  serve(listSessions, ({ caller }) => listOwnSessions(services, caller))
  serve(endOneSession, ({ params, caller, requestContext }) =>
    endOwnSession(services, params.id, caller, requestContext),
  )
}
