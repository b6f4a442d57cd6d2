/** Declares the document store: signup tracking and feature toggles (product 3, 4, 7.7). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { nameMaxLength } from '../shared-values.ts'
import { socialProviders } from '../social/providers.ts'
import { defineRoute } from './route.ts'

/** The record of a user's own sign-up, which is written once. */
export const signupTracking = field.fields({
  email: field.email,
  /** First and last name combined, in UTF-16 units. */
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

/** The operator's toggle of social sign-in (product 3): `enabled.web` and the providers offered. */
export const socialToggle = field.fields({
  enabled: field.fields({ web: v.boolean() }),
  providers: v.array(v.picklist(socialProviders)),
})
export const socialToggleId = 'socialAccountAuthentication'

export const getFeatureToggles = defineRoute({
  method: 'GET',
  path: '/api/documents/feature-toggles',
  summary: 'Get all feature toggles by their id',
  access: 'none',
  result: field.fields({ toggles: v.record(v.string(), v.unknown()) }),
  opaque: ['toggles'],
  cacheSeconds: 60,
  errors: ['too-many-attempts'],
})
