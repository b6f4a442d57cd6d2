/**
 * Declares a school: the data that its users enter, and the data that the service and the verifiers add (product 3,
 * 7.4).
 */
import * as v from 'valibot'
import { plainNumber } from '../contact.ts'
import { hiddenCharacter, nameFaultWithin, tooLong } from '../field-faults.ts'
import * as field from '../fields.ts'
import { firstName, lastName, schoolName } from '../names.ts'
import { schoolParts, schoolStatuses, schoolTypes } from '../school-types.ts'
import { urlMaxLength, verificationReasonMaxLength } from '../shared-values.ts'

/** Lengths in code points. */
const schoolBoardMaxLength = 120
const schoolAddressMaxLength = 500

const hidden = 'Can’t contain hidden characters'
const noWebsite = 'Enter an address that begins with https://'
const noPhone = 'Enter a phone number with its country code, like +91 98765 43210'

/** A code point has at most two UTF-16 units; the rest of the size allows for surrounding spaces. */
const sized = (max: number) => field.text(4 * max, max)

/** An optional text; null, an empty text and a missing field mean the same. */
/* @__NO_SIDE_EFFECTS__ */
function optional<const S extends v.GenericSchema<string, string>>(schema: S) {
  return v.optional(
    v.nullable(
      v.pipe(
        schema,
        v.transform((value): string | null => value || null),
      ),
    ),
    null,
  )
}

/** Text of several lines, without other control characters. */
/* @__NO_SIDE_EFFECTS__ */
function lines(max: number) {
  return v.pipe(
    sized(max),
    v.transform((typed) => typed.replace(/\r\n?/g, '\n').trim()),
    v.check((value) => [...value].length <= max, tooLong(max)),
    v.check((value) => !hiddenCharacter.test(value.replaceAll('\n', ' ')), hidden),
  )
}

const board = v.pipe(
  sized(schoolBoardMaxLength),
  v.trim(),
  v.check(
    (value) => nameFaultWithin(value, schoolBoardMaxLength) === null,
    ({ input }) => nameFaultWithin(input, schoolBoardMaxLength) ?? '',
  ),
)

const website = v.pipe(
  field.text(urlMaxLength),
  v.trim(),
  v.check((value) => value === '' || isWebsite(value), noWebsite),
)

function isWebsite(value: string): boolean {
  const url = /^https:\/\/\S+$/i.test(value) ? URL.parse(value) : null
  return url !== null && url.username === '' && url.password === '' && url.hostname.includes('.')
}

/** A phone number of any country with its country code, converted to E.164. */
const phone = v.pipe(
  field.text(40),
  v.transform((typed) => (typed.trim() === '' ? '' : internationalNumber(typed))),
  v.check((number) => number !== null, noPhone),
  v.transform((number) => number ?? ''),
)

function internationalNumber(typed: string): string | null {
  const number = plainNumber(typed)?.replace(/[^+\d]/g, '')
  return number && /^\+[1-9]\d{6,14}$/.test(number) ? number : null
}

const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** Fields that the users of a school and the platforms that manage schools write. */
export const schoolDetails = {
  name: schoolName,
  type: v.picklist(schoolTypes, 'Choose a type'),
  /** The examination board or the curriculum. */
  board: optional(board),
  address: optional(lines(schoolAddressMaxLength)),
  /** The ids of a listed country and of one of its states; null if the country has no states. */
  countryId: field.uuid,
  stateId: v.nullable(field.uuid),
  website: optional(website),
  /** The person whom the verifiers contact. */
  contact: field.fields({
    firstName,
    lastName: v.optional(lastName, null),
    email: v.optional(v.nullable(field.email), null),
    phone: optional(phone),
  }),
}

const status = v.picklist(schoolStatuses, 'Unknown status')

export const verificationReason = v.pipe(
  lines(verificationReasonMaxLength),
  v.transform((value): string | null => value || null),
)

/** The parts that the school's users should correct, in the order of the record and each once. */
export const partsToCorrect = v.pipe(
  v.array(v.picklist(schoolParts, 'Unknown part'), 'Must be a list'),
  v.maxLength(schoolParts.length, 'Has too many parts'),
  v.transform((named) => schoolParts.filter((part) => named.includes(part))),
)

/** A school in a list. */
export const listedSchool = field.fields({
  id: field.uuid,
  name: v.string(),
  type: v.picklist(schoolTypes),
  board: v.nullable(v.string()),
  countryId: field.uuid,
  stateId: v.nullable(field.uuid),
  /** A path of this site; null without a logo. */
  logo: v.nullable(v.string()),
  status,
  /**
   * The time since which the school waits for a decision, or had waited for the last one. Copies of the previous release do
   * not send it.
   */
  submittedAt: v.optional(isoTime),
  createdAt: isoTime,
})
export type ListedSchool = v.InferOutput<typeof listedSchool>

/** A school as its users and the internal platforms see it. */
export const school = field.fields({
  ...listedSchool.entries,
  address: v.nullable(v.string()),
  website: v.nullable(v.string()),
  /** null after the contact person's account is deleted. */
  contact: v.nullable(
    field.fields({
      firstName: v.string(),
      lastName: v.nullable(v.string()),
      email: v.nullable(v.string()),
      phone: v.nullable(v.string()),
    }),
  ),
  /** The verifier's text with the last decision. */
  statusReason: v.nullable(v.string()),
  /** The parts that the verifier asks to correct; empty unless a rejection names some. */
  partsToCorrect: v.array(v.picklist(schoolParts)),
  /** The time of the last decision; null without a decision. */
  decidedAt: v.nullable(isoTime),
  updatedAt: isoTime,
})
export type School = v.InferOutput<typeof school>

/** A school that the user has access to. */
export const reachableSchool = field.fields({ ...listedSchool.entries, accessSince: isoTime })

/** A user who has access to a school. */
export const schoolUser = field.fields({
  uuid: field.uuid,
  fullName: v.string(),
  email: v.nullable(v.string()),
  accessSince: isoTime,
})
export type SchoolUser = v.InferOutput<typeof schoolUser>

export const schoolStatus = status
