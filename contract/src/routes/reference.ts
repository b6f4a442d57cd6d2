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

const named = { id: field.uuid, name: v.string() }
/** ISCED 2011: 0 early childhood to 8 doctoral; null for an entry that staff added. */
const iscedLevel = v.nullable(v.number())

/** The entries of each list beside countries and states, by the list's name in its path. */
export const curatedLists = {
  languages: field.fields({
    ...named,
    /** ISO 639-1, or ISO 639-3 where a language has no code of two letters. */
    code: v.string(),
    nativeName: v.string(),
  }),
  currencies: field.fields({
    ...named,
    /** ISO 4217: three letters, three digits, and the digits of its minor unit. */
    code: v.string(),
    number: v.string(),
    minorUnits: v.number(),
    /** The short sign; the code where there is none. */
    symbol: v.string(),
  }),
  subjects: field.fields({ ...named, area: v.string() }),
  'qualification-levels': field.fields({ ...named, iscedLevel: v.number() }),
  /** ISO 3166-1 alpha-2 of a national curriculum, else null. */
  curricula: field.fields({ ...named, countryCode: v.nullable(v.string()) }),
  'teaching-levels': field.fields({ ...named, iscedLevel }),
  'teaching-roles': field.fields(named),
  /** The code of a detailed field of ISCED-F 2013 and its broad field; null for an entry that staff added. */
  'qualification-fields': field.fields({
    ...named,
    code: v.nullable(v.string()),
    broadField: v.nullable(v.string()),
  }),
} as const
export type CuratedList = keyof typeof curatedLists

/** A list that records refer to by the ids of its entries. */
export type ReferenceList = 'countries' | 'states' | CuratedList

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
