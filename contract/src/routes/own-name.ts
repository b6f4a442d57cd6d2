/** Declares the change of a user's own name. */
import * as field from '../fields.ts'
import { firstName, lastName } from '../names.ts'
import { defineRoute } from './route.ts'

export const putName = defineRoute({
  method: 'PUT',
  path: '/api/auth/users/name',
  summary: 'Replace your own name',
  access: 'own-session',
  limit: 'settings',
  body: field.fields({ firstName, lastName }),
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})
