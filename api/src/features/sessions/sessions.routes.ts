import { endPreviousSession, startAutoLogin } from '@foyer/contract/routes/auto-login'
import { createIdToken } from '@foyer/contract/routes/id-token'
import {
  confirmSession,
  disownSession,
  endOneSession,
  endOtherSessions,
  forgetRememberedBrowser,
  listSessions,
  logout,
  refreshToken,
} from '@foyer/contract/routes/sessions'
import { listNewSignIns, listSignIns } from '@foyer/contract/routes/sign-ins'
import { type RefreshTokenContent, readRefreshToken } from '../../identity/sessions/refresh-token.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { Serve, Services } from '../../services.ts'
import { autoLogIn } from './auto-login.ts'
import { makeIdToken } from './id-token.ts'
import {
  confirmBrowser,
  disownBrowser,
  endOthers,
  endOwnSession,
  forgetSecondFactorThere,
  listOwnSessions,
  logOut,
} from './own-sessions.ts'
import { refresh } from './refresh.ts'
import { listOwnNewSignIns, listOwnSignIns } from './sign-ins.ts'

/** Limits the renewals of one session. */
export const refreshesPerSession: Window = { max: 60, windowSeconds: 60 }

/** Limits the auto-logins with the tokens of one session, to fewer than the sign-ins of one user. */
export const autoLoginsPerSession: Window = { max: 10, windowSeconds: 600 }

const idTokensPerSession: Window = { max: 30, windowSeconds: 60 }

export function sessionsRoutes(serve: Serve, services: Services): void {
  /** The refresh token of a body, read once for the limit and for the handler. */
  const contents = new WeakMap<object, RefreshTokenContent | null>()
  function contentOf(body: { refreshToken: string }): RefreshTokenContent | null {
    const known = contents.get(body)
    if (known !== undefined) return known
    const content = readRefreshToken(services.keyring, body.refreshToken)
    contents.set(body, content)
    return content
  }

  serve(
    refreshToken,
    ({ body, client, requestContext }) =>
      refresh(services, { content: contentOf(body), client, requestContext }),
    {
      // Counts by client too, so that a copied token without credentials does not use up the limit of the platform.
      rules: ({ body, client }) => {
        const content = contentOf(body)
        const presenter = client ? `:${client.id}` : ''
        return content
          ? [{ key: `refresh:session:${content.sessionId}${presenter}`, ...refreshesPerSession }]
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
        const content = readRefreshToken(services.keyring, body.refreshToken)
        return content ? [{ key: `auto-login:session:${content.sessionId}`, ...autoLoginsPerSession }] : []
      },
    },
  )
  serve(createIdToken, ({ caller }) => makeIdToken(services, caller), {
    rules: ({ caller }) => [{ key: `id-token:session:${caller.sessionId}`, ...idTokensPerSession }],
  })
  serve(listSessions, ({ caller }) => listOwnSessions(services, caller))
  serve(endOneSession, ({ params, query, caller, requestContext }) =>
    endOwnSession(services, params.id, {
      ...{ caller, requestContext },
      isWholeBrowser: query.scope === 'browser',
    }),
  )
  serve(endOtherSessions, ({ caller, requestContext }) => endOthers(services, { caller, requestContext }))
  serve(disownSession, ({ params, caller, requestContext }) =>
    disownBrowser(services, params.id, { caller, requestContext }),
  )
  serve(confirmSession, ({ params, caller, requestContext }) =>
    confirmBrowser(services, params.id, { caller, requestContext }),
  )
  serve(forgetRememberedBrowser, ({ params, caller, requestContext }) =>
    forgetSecondFactorThere(services, params.id, { caller, requestContext }),
  )
  serve(listNewSignIns, ({ caller }) => listOwnNewSignIns(services, caller))
  serve(listSignIns, ({ query, caller, requestContext }) =>
    listOwnSignIns(services, caller, { before: query.before, requestContext }),
  )
}
