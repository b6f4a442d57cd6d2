/** Declares the ID token that pages send to the installation's token-sync URL (product 7.2). */
import * as field from '../fields.ts'
import { defineRoute } from './route.ts'

export const createIdToken = defineRoute({
  method: 'POST',
  path: '/api/auth/id-token',
  summary: 'Create an OpenID ID token of the signed-in user for the token-sync URL',
  access: 'own-session',
  limit: 'id-token',
  result: field.fields({ idToken: field.token }),
  errors: ['session-ended', 'no-access', 'not-found', 'too-many-attempts'],
})
