/** Declares the auto-login from a sister site, and the end of the previous session (product 4, 7.7). */
import { defineRoute } from './route.ts'
import { tokens } from './sessions.ts'
import { session } from './sign-in.ts'

export const startAutoLogin = defineRoute({
  method: 'POST',
  path: '/api/auth/auto-login',
  summary: 'Open a session at Foyer for the user whose tokens a sister site sends',
  access: 'none',
  limit: 'auto-login',
  body: tokens,
  result: session,
  errors: ['invalid-request', 'auto-login-refused', 'too-many-attempts'],
})

export const endPreviousSession = defineRoute({
  method: 'POST',
  path: '/api/auth/users/logout',
  summary: 'End the session that an auto-login replaces; succeeds also when it has already ended',
  access: 'bearer-or-expired',
  errors: ['session-ended'],
})
