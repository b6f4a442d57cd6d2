import { refreshesPerSession } from '@foyer/contract/limits'
import { endOneSession, listSessions, logout, refreshToken } from '@foyer/contract/sessions'
import { readRefreshToken } from '../accounts/refresh-token.ts'
import type { Serve, Services } from '../services.ts'
import { endOwnSession, listOwnSessions } from './own-sessions.ts'
import { refresh } from './refresh.ts'
import { signOut } from './sign-out.ts'

export function sessionsRoutes(serve: Serve, services: Services): void {
  serve(refreshToken, ({ body, from }) => refresh(services, body.refreshToken, from), {
    rules: ({ body }) => {
      const grant = readRefreshToken(services.vault, body.refreshToken)
      return grant ? [{ key: `refresh:session:${grant.sessionId}`, ...refreshesPerSession }] : []
    },
  })
  serve(logout, ({ caller, from }) => signOut(services, caller, from))
  serve(listSessions, ({ caller }) => listOwnSessions(services, caller))
  serve(endOneSession, ({ params, caller, from }) => endOwnSession(services, params.id, caller, from))
}
