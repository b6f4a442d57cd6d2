/** Declares the reference data that forms choose from (product 3, 7.5). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import {
  type CuratedList,
  curatedLists,
  type GrowingList,
  growingLists,
  itemName,
} from '../lists/curated-lists.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { platformsWith } from '../platform-policies.ts'
import { defineRoute } from './route.ts'

/** These lists change with a release at most. */
const cacheSeconds = 3_600
/** Staff add to these lists; everybody sees an addition after this time at the latest. */
const growingCacheSeconds = 300

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

/** The platforms whose users add to the lists. */
export const referenceEditors = platformsWith('addsReferenceData')

export const listCountries = defineRoute({
  method: 'GET',
  path: '/api/reference/countries',
  summary: 'List the countries',
  access: 'none',
  limit: 'reference',
  query: pageQuery(allPages, {}),
  list: country,
  cacheSeconds,
  errors: ['invalid-request', 'too-many-attempts'],
})

export const listStates = defineRoute({
  method: 'GET',
  path: '/api/reference/countries/:countryId/states',
  summary: 'List the states of a country',
  access: 'none',
  limit: 'reference',
  params: field.fields({ countryId: field.uuid }),
  query: pageQuery(allPages, {}),
  /** Empty for a country without states. */
  list: state,
  cacheSeconds,
  errors: ['invalid-request', 'not-found', 'too-many-attempts'],
})

/* @__NO_SIDE_EFFECTS__ */
function defineList<const L extends CuratedList>(list: L, summary: string) {
  return defineRoute({
    method: 'GET',
    path: `/api/reference/${list}`,
    summary,
    access: 'none',
    limit: 'reference',
    query: pageQuery(allPages, {}),
    list: curatedLists[list],
    cacheSeconds: (growingLists as readonly CuratedList[]).includes(list)
      ? growingCacheSeconds
      : cacheSeconds,
    errors: ['invalid-request', 'too-many-attempts'],
  })
}

/* @__NO_SIDE_EFFECTS__ */
function defineAddition<const L extends GrowingList>(list: L, summary: string) {
  return defineRoute({
    method: 'POST',
    path: `/api/reference/${list}`,
    summary,
    access: 'bearer',
    platforms: referenceEditors,
    limit: 'reference',
    isIdempotent: true,
    body: field.fields({ name: itemName }),
    result: curatedLists[list],
    errors: [
      'invalid-request',
      'entry-exists',
      'list-full',
      'session-ended',
      'no-access',
      'too-many-attempts',
      'overloaded',
    ],
  })
}

export const listLanguages = defineList('languages', 'List the languages')
export const listSubjects = defineList('subjects', 'List the subjects')
export const listCurrencies = defineList('currencies', 'List the currencies')
export const listQualificationLevels = defineList('qualification-levels', 'List the levels of qualifications')
export const listCurricula = defineList('curricula', 'List the curricula')
export const addCurriculum = defineAddition('curricula', 'Add a curriculum')
export const listTeachingLevels = defineList('teaching-levels', 'List the levels of teaching')
export const addTeachingLevel = defineAddition('teaching-levels', 'Add a level of teaching')
export const listTeachingRoles = defineList('teaching-roles', 'List the roles of teachers')
export const addTeachingRole = defineAddition('teaching-roles', 'Add a role of teachers')
export const listQualificationFields = defineList('qualification-fields', 'List the fields of study')
export const addQualificationField = defineAddition('qualification-fields', 'Add a field of study')
