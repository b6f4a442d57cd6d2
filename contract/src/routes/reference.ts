/** Declares the reference data that forms choose from (Spec 3, 7.5). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { defineRoute } from './route.ts'

/** Reference data changes with a release at most. */
const cacheSeconds = 3_600

/** A country or territory with a code of its own: ISO 3166-1, and Kosovo. */
export const country = field.fields({
  id: field.uuid,
  /** In English, as the country field of phone numbers names it. */
  name: v.string(),
  /** ISO 3166-1 alpha-2 and alpha-3. */
  iso2: v.string(),
  iso3: v.string(),
  /** Begins with a plus sign, '+91'; null for a territory without telephone numbers. */
  diallingCode: v.nullable(v.string()),
  /** The emoji, which is the text 'IN' on systems without flags. */
  flag: v.string(),
})
export type Country = v.InferOutput<typeof country>

/** A state, province or other first division of a country. */
export const state = field.fields({
  id: field.uuid,
  name: v.string(),
  /** Unique in its country; mostly the part of its ISO 3166-2 code after the country. */
  code: v.string(),
})
export type State = v.InferOutput<typeof state>

export const listCountries = defineRoute({
  method: 'GET',
  path: '/api/reference/countries',
  summary: 'List the countries',
  access: 'none',
  limit: 'reference',
  result: v.array(country),
  cacheSeconds,
  errors: ['too-many-attempts'],
})

export const listStates = defineRoute({
  method: 'GET',
  path: '/api/reference/countries/:countryId/states',
  summary: 'List the states of a country',
  access: 'none',
  limit: 'reference',
  params: field.fields({ countryId: field.uuid }),
  /** Empty for a country without states. */
  result: v.array(state),
  cacheSeconds,
  errors: ['invalid-request', 'not-found', 'too-many-attempts'],
})
