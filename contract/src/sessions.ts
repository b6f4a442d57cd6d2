/** Renewing and ending a session (Spec 4, 7.2). */
import * as field from './fields.ts'
import { defineRoute } from './route.ts'

export const tokens = field.fields({ accessToken: field.token, refreshToken: field.token })

export const refreshToken = defineRoute({
  method: 'POST',
  path: '/api/auth/refresh-token',
  summary: 'A new access token for a refresh token, which is replaced',
  access: 'none',
  limit: 'refresh',
  body: field.fields({ refreshToken: field.token }),
  result: tokens,
  errors: ['invalid-request', 'session-ended', 'too-many-attempts'],
})

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End the session; also answers when it has ended already',
  access: 'bearer-or-expired',
  errors: ['session-ended'],
})
