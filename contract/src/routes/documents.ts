/** The document store: signup tracking and feature toggles (Spec 3, 4, 7.7). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { nameMaxLength } from '../limits.ts'
import { defineRoute } from './route.ts'

/** Written once, of the person's own sign-up. */
export const signupTracking = field.fields({
  email: field.email,
  /** First and last name combined, in UTF-16 units. */
  name: field.text(4 * nameMaxLength + 1),
  uuid: field.uuid,
  source: field.text(200),
})

const ofEmail = field.fields({ email: field.email })

export const getSignupTracking = defineRoute({
  method: 'GET',
  path: '/api/documents/signup-tracking/:email',
  summary: 'The signup tracking record of one’s own email address; null where there is none',
  access: 'own-session',
  params: ofEmail,
  result: v.nullable(field.fields({ data: signupTracking })),
  opaque: ['data'],
  errors: ['invalid-request', 'session-ended', 'no-access'],
})

export const putSignupTracking = defineRoute({
  method: 'PUT',
  path: '/api/documents/signup-tracking/:email',
  summary: 'Track one’s own sign-up; an existing record stays as it is',
  access: 'own-session',
  limit: 'documents',
  params: ofEmail,
  body: field.fields({ data: signupTracking }),
  result: field.fields({ isCreated: v.boolean() }),
  opaque: ['data'],
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})

/** Social sign-in as switched by the operator (Spec 3): `enabled.web` and the providers offered. */
export const socialToggle = field.fields({
  enabled: field.fields({ web: v.boolean() }),
  providers: v.array(v.picklist(['google', 'facebook', 'apple'])),
})
export const socialToggleId = 'socialAccountAuthentication'

export const getFeatureToggles = defineRoute({
  method: 'GET',
  path: '/api/documents/feature-toggles',
  summary: 'All feature toggles by their id',
  access: 'none',
  result: field.fields({ toggles: v.record(v.string(), v.unknown()) }),
  opaque: ['toggles'],
  cacheSeconds: 60,
  errors: [],
})
