import { endOneSession, listSessions, logout, refreshToken } from '@foyer/contract/routes/sessions'
import { readRefreshToken } from '../accounts/sessions/refresh-token.ts'
import type { Window } from '../limits/request-limits.ts'
import type { Serve, Services } from '../services.ts'
import { logOut } from './logout.ts'
import { endOwnSession, listOwnSessions } from './own-sessions.ts'
import { refresh } from './refresh.ts'

/** Limits the renewals of one session. */
export const refreshesPerSession: Window = { max: 60, windowSeconds: 60 }

export function sessionsRoutes(serve: Serve, services: Services): void {
  serve(
    refreshToken,
    ({ body, client, requestContext }) =>
      refresh(services, { token: body.refreshToken, client, requestContext }),
    {
      // The count is by client as well: a copied token without credentials does not use up the platform's limit.
      rules: ({ body, client }) => {
        const grant = readRefreshToken(services.keyring, body.refreshToken)
        const presenter = client ? `:${client.id}` : ''
        return grant
          ? [{ key: `refresh:session:${grant.sessionId}${presenter}`, ...refreshesPerSession }]
          : []
      },
    },
  )
  serve(logout, ({ caller, requestContext }) => logOut(services, caller, requestContext))
  serve(listSessions, ({ caller }) => listOwnSessions(services, caller))
  serve(endOneSession, ({ params, caller, requestContext }) =>
    endOwnSession(services, params.id, caller, requestContext),
  )
}
