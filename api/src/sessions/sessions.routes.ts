import { logout, refreshToken } from '@foyer/contract/sessions'
import type { Serve, Services } from '../services.ts'
import { refresh } from './refresh.ts'
import { signOut } from './sign-out.ts'

export function sessionsRoutes(serve: Serve, services: Services): void {
  serve(refreshToken, ({ body, from }) => refresh(services, body.refreshToken, from))
  serve(logout, ({ caller, from }) => signOut(services, caller, from))
}
