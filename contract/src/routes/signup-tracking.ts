/** Declares the tracking record of a sign-up (product 4, 7.7). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { nameMaxLength } from '../shared-values.ts'
import { defineRoute } from './route.ts'

/** The record of a user's own sign-up, which never changes. */
export const signupTracking = field.fields({
  email: field.email,
  /** First and last name in one text; the length counts UTF-16 units. */
  name: field.text(4 * nameMaxLength + 1),
  uuid: field.uuid,
  source: field.text(200),
})

const emailParams = field.fields({ email: field.email })

export const getSignupTracking = defineRoute({
  method: 'GET',
  path: '/api/documents/signup-tracking/:email',
  summary: 'Get the signup tracking record of your own email address, or null',
  access: 'own-session',
  params: emailParams,
  result: v.nullable(field.fields({ data: signupTracking })),
  opaque: ['data'],
  errors: ['invalid-request', 'session-ended', 'no-access'],
})

export const putSignupTracking = defineRoute({
  method: 'PUT',
  path: '/api/documents/signup-tracking/:email',
  summary: 'Record your own sign-up; an existing record stays unchanged',
  access: 'own-session',
  limit: 'documents',
  params: emailParams,
  body: field.fields({ data: signupTracking }),
  result: field.fields({ isCreated: v.boolean() }),
  opaque: ['data'],
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})
