/** Declares the reference data that forms choose from (Spec 3, 7.5). */
import * as v from 'valibot'
import { nameFaultWithin, tooLong } from '../field-faults.ts'
import * as field from '../fields.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { platformsWith } from '../platform-policies.ts'
import { defineRoute } from './route.ts'

/** These lists change with a release at most. */
const cacheSeconds = 3_600
/** Staff add to these lists; everybody sees an addition after this time at the latest. */
const growingCacheSeconds = 300

/** The most characters of an entry that staff add, in code points. */
export const referenceNameMaxLength = 120

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
export type CuratedItems = { [L in CuratedList]: v.InferOutput<(typeof curatedLists)[L]> }

/** The lists that staff add to. */
export const growingLists = [
  'curricula',
  'teaching-levels',
  'teaching-roles',
  'qualification-fields',
] as const
export type GrowingList = (typeof growingLists)[number]

/** The platforms whose users add to the lists. */
export const referenceEditors = platformsWith('addsReferenceData')

const itemName = v.pipe(
  field.text(4 * referenceNameMaxLength, referenceNameMaxLength),
  v.transform((typed) => typed.normalize('NFC').replace(/\s+/g, ' ').trim()),
  v.minLength(1, field.required),
  v.check(
    (name) => nameFaultWithin(name, referenceNameMaxLength) === null,
    ({ input }) => nameFaultWithin(input, referenceNameMaxLength) ?? tooLong(referenceNameMaxLength),
  ),
)

/** A list that records refer to by the ids of its entries. */
export type ReferenceList = 'countries' | 'states' | CuratedList

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
    roles: referenceEditors,
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
      'idempotency-key-reused',
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
