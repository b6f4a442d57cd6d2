/** Declares the curated lists of reference data: their entries, and what staff may add (product 3, 7.5). */
import * as v from 'valibot'
import { nameFaultWithin, tooLong } from '../field-faults.ts'
import * as field from '../fields.ts'

/** The most characters of an entry that staff add, in code points. */
export const referenceNameMaxLength = 120

const named = { id: field.uuid, name: v.string() }
/** ISCED 2011: 0 early childhood to 8 doctoral; null for an entry that staff added. */
const iscedLevel = v.nullable(v.number())

/** The entries of each list except countries and states, by the list's name in its path. */
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

/** The name of an entry that staff add. */
export const itemName = v.pipe(
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
