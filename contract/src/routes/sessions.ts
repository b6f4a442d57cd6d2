/** Declares the refresh, the list and the end of sessions (product 4, 7.2). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { defineRoute } from './route.ts'

export const tokens = field.fields({ accessToken: field.token, refreshToken: field.token })

export const refreshToken = defineRoute({
  method: 'POST',
  path: '/api/auth/refresh-token',
  summary: 'Exchange a refresh token for a new access token and a new refresh token',
  access: 'client-if-given',
  limit: 'refresh',
  body: field.fields({ refreshToken: field.token }),
  result: tokens,
  errors: ['invalid-request', 'client-unknown', 'session-ended', 'too-many-attempts'],
})

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End the session; succeeds also when it has already ended',
  access: 'bearer-or-expired',
  errors: ['session-ended'],
})

const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** A session in the list that its owner sees. */
export const listedSession = field.fields({
  id: field.uuid,
  platform: field.platform,
  /** The browser and operating system at sign-in; null if they are unknown. */
  device: v.nullable(v.string()),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  isCurrent: v.boolean(),
  /** The browser session, the same for all sessions of one browser; null for a session that belongs to none. */
  browser: v.optional(v.nullable(field.uuid)),
  /** The session is in the browser of the caller's session. */
  isHere: v.optional(v.boolean()),
  /** Until when sign-ins in this browser need no second factor; null if they need it, or if the user has none. */
  rememberedUntil: v.optional(v.nullable(isoTime)),
})

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'List your own open sessions, the newest first',
  access: 'own-session',
  result: v.array(listedSession),
  errors: ['session-ended', 'no-access'],
})

export const endOneSession = defineRoute({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'End one of your own sessions; succeeds also when it has already ended',
  access: 'own-session',
  endsSession: true,
  params: field.fields({ id: field.uuid }),
  query: field.fields({
    /** `browser` ends your other sessions of the same browser, too. */
    scope: v.optional(v.picklist(['session', 'browser'], 'Must be session or browser')),
  }),
  errors: ['invalid-request', 'session-ended', 'no-access', 'not-found'],
})

export const endOtherSessions = defineRoute({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  summary: 'End your own sessions in every other browser',
  access: 'own-session',
  endsSession: true,
  errors: ['session-ended', 'no-access'],
})

export const confirmSession = defineRoute({
  method: 'POST',
  path: '/api/auth/sessions/:id/confirm',
  summary: 'Say that a sign-in in a new browser was yours',
  access: 'own-session',
  params: field.fields({ id: field.uuid }),
  errors: ['invalid-request', 'session-ended', 'no-access', 'not-found'],
})

export const disownSession = defineRoute({
  method: 'POST',
  path: '/api/auth/sessions/:id/disown',
  summary: 'End your own sessions of a browser that is not yours, and forget the browser',
  access: 'own-session',
  endsSession: true,
  params: field.fields({ id: field.uuid }),
  errors: ['invalid-request', 'session-ended', 'no-access', 'not-found'],
})

export const forgetRememberedBrowser = defineRoute({
  method: 'DELETE',
  path: '/api/auth/sessions/:id/remembered-browser',
  summary: 'Ask for the second factor again in the browser of one of your own sessions',
  access: 'own-session',
  limit: 'settings',
  params: field.fields({ id: field.uuid }),
  errors: ['invalid-request', 'session-ended', 'no-access', 'not-found', 'too-many-attempts'],
})
