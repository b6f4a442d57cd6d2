/** Declares the feature toggles of the operator (product 3). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { socialProviders } from '../social/providers.ts'
import { defineRoute } from './route.ts'

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
