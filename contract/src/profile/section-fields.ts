/** Declares the kinds of fields that profile sections use. */
import * as v from 'valibot'
import { hiddenCharacter } from '../field-faults.ts'
import { requiredText, text, uuid } from '../fields.ts'
import { urlMaxLength } from '../shared-values.ts'

const hiddenInLine = 'Can’t contain line breaks or hidden characters'
const hiddenInText = 'Can’t contain hidden characters'
const noLink = 'Enter a link that begins with https://'
const noDate = 'Enter a date like 2024, 2024-05 or 2024-05-31'
export const endBeforeStart = 'The end can’t be before the start'

const yearMin = 1900
const yearMax = 2100

/** How a form asks for a field. `max` is the most UTF-16 units that a text may have. */
export type Control =
  | { kind: 'line'; max: number }
  | { kind: 'paragraphs'; max: number }
  | { kind: 'date' }
  /** A whole date. */
  | { kind: 'day' }
  | { kind: 'link' }
  | { kind: 'reference' }
  | { kind: 'choice'; options: readonly string[] }

/** A trimmed line of text that is not empty. */
/* @__NO_SIDE_EFFECTS__ */
export function line(max: number) {
  return v.pipe(
    requiredText(max),
    v.check((value) => !hiddenCharacter.test(value), hiddenInLine),
    v.metadata({ control: { kind: 'line', max } }),
  )
}

/** Trimmed text of several lines. */
/* @__NO_SIDE_EFFECTS__ */
export function paragraphs(max: number) {
  return v.pipe(
    requiredText(max),
    v.check((value) => !hiddenCharacter.test(value.replace(/[\r\n\t]/g, '')), hiddenInText),
    v.metadata({ control: { kind: 'paragraphs', max } }),
  )
}

/** An optional field; null and a missing field mean the same. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<const S extends v.GenericSchema>(schema: S) {
  return v.optional(v.nullable(schema), null)
}

/** A calendar date as exact as the user knows it (ISO 8601): a year, a month or a day. */
export const date = v.pipe(
  text(10),
  v.check((value) => isPartialDate(value), noDate),
  v.metadata({ control: { kind: 'date' } }),
)

/** An https URL without user name and password. */
export const link = v.pipe(
  requiredText(urlMaxLength),
  v.check((value) => linkHost(value) !== null, noLink),
  v.metadata({ control: { kind: 'link' } }),
)

/** The id of an entry of the reference data; the service checks that the entry exists. */
export const reference = v.pipe(uuid, v.metadata({ control: { kind: 'reference' } }))

/** One of several words. */
/* @__NO_SIDE_EFFECTS__ */
export function choice<const O extends readonly string[]>(options: O) {
  return v.pipe(
    v.picklist(options, `Must be one of: ${options.join(', ')}`),
    v.metadata({ control: { kind: 'choice', options } }),
  )
}

/** Returns how a form asks for a field, and whether the field may be empty. */
export function controlOf(field: v.GenericSchema): { control: Control; isOptional: boolean } {
  const isOptional = 'wrapped' in field
  if (!isOptional) return { control: v.getMetadata(field as Controlled).control as Control, isOptional }
  return { ...controlOf((field as { wrapped: v.GenericSchema }).wrapped), isOptional }
}
type Controlled = Parameters<typeof v.getMetadata>[0]

export function isPartialDate(value: string): boolean {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2] ?? 1), Number(parts[3] ?? 1)]
  const calendar = new Date(Date.UTC(year, month - 1, day))
  const isReal = calendar.getUTCMonth() === month - 1 && calendar.getUTCDate() === day
  return isReal && year >= yearMin && year <= yearMax
}

/** Returns whether a period ends after it starts; compares only the parts that both dates have. */
export function isInOrder(start: string | null | undefined, end: string | null | undefined): boolean {
  if (!start || !end) return true
  const length = Math.min(start.length, end.length)
  return end.slice(0, length) >= start.slice(0, length)
}

/** Returns the host of an https URL without credentials; null for any other text. */
export function linkHost(value: string): string | null {
  const url = URL.parse(value)
  const isLink = url?.protocol === 'https:' && url.username === '' && url.password === ''
  return isLink && value === value.trim() && !hiddenCharacter.test(value) ? url.hostname : null
}

/** A time in UTC (ISO 8601). */
export const isoTime = v.pipe(v.string(), v.isoTimestamp())
