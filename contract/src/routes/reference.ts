/** Declares the reference data that forms offer (product 3, 7.5). */
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

/** These lists change only with a release. */
const cacheSeconds = 3_600
/** Staff add to these lists; an addition is visible everywhere after 300 s. */
const growingCacheSeconds = 300

/** A country or territory with its own code: ISO 3166-1, and Kosovo. */
export const country = field.fields({
  id: field.uuid,
  /** The English name, as in the country field of phone numbers. */
  name: v.string(),
  /** ISO 3166-1 alpha-2 and alpha-3. */
  iso2: v.string(),
  iso3: v.string(),
  /** Begins with a plus sign, such as '+91'; null for a territory without telephone numbers. */
  diallingCode: v.nullable(v.string()),
  /** An emoji; systems without flags show it as the letters 'IN'. */
  flag: v.string(),
})
export type Country = v.InferOutput<typeof country>

/** A state, province or other first division of a country. */
export const state = field.fields({
  id: field.uuid,
  name: v.string(),
  /** Unique within the country; usually the ISO 3166-2 code without the country part. */
  code: v.string(),
})
export type State = v.InferOutput<typeof state>

/** The platforms whose users may add to the lists. */
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
  /** The list is empty for a country without states. */
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
