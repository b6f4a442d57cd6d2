/**
 * Declares the curated lists of reference data: their entries, and the additions that staff may make (product 3, 7.5).
 */
import * as v from 'valibot'
import { nameFaultWithin, tooLong } from '../field-faults.ts'
import * as field from '../fields.ts'

/** The maximum length of an entry that staff add, in code points. */
export const referenceNameMaxLength = 120

const named = { id: field.uuid, name: v.string() }
/** ISCED 2011, from 0 (early childhood) to 8 (doctoral); null for an entry that staff added. */
const iscedLevel = v.nullable(v.number())

/** The entries of each list except countries and states. Keys are the names in the lists' paths. */
export const curatedLists = {
  languages: field.fields({
    ...named,
    /** ISO 639-1, or ISO 639-3 for a language without a two-letter code. */
    code: v.string(),
    nativeName: v.string(),
  }),
  currencies: field.fields({
    ...named,
    /** ISO 4217: three letters, three digits, and the number of digits of the minor unit. */
    code: v.string(),
    number: v.string(),
    minorUnits: v.number(),
    /** The short symbol; the code if the currency has none. */
    symbol: v.string(),
  }),
  subjects: field.fields({ ...named, area: v.string() }),
  'qualification-levels': field.fields({ ...named, iscedLevel: v.number() }),
  /** ISO 3166-1 alpha-2 of a national curriculum; otherwise null. */
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

/** The lists to which staff add entries. */
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

/** A list to whose entries records refer by id. */
export type ReferenceList = 'countries' | 'states' | CuratedList
