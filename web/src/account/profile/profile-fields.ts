/** Makes the fields of a form from the contract's schemas and the words of a section, and converts between both. */
import { asciiDigits } from '@foyer/contract/contact'
import { tooLongBy } from '@foyer/contract/field-faults'
import { publicName } from '@foyer/contract/profile/entries'
import { headFields } from '@foyer/contract/profile/profile-routes'
import { type Control, controlOf } from '@foyer/contract/profile/section-fields'
import type { SectionName } from '@foyer/contract/profile/section-names'
import {
  profileSections,
  type ReferenceField,
  referenceFields,
  type Section,
} from '@foyer/contract/profile/sections'
import type { FormField } from '../../flow/form/use-checked-form.ts'
import { findItem } from './find-item.ts'
import { type FieldWords, headWords, type Ongoing, sectionWords } from './section-words.ts'

export type ProfileField = FieldWords & {
  /** The name in the contract. */
  name: string
  /** The name of the input and its id, which differ from other ids of the page. */
  input: string
  control: Control
  isOptional: boolean
  /** The form asks for this field in particular, so its label does not say that it is optional. */
  isAskedFor?: true
  /** The words of an empty end, on the end of a period. */
  ongoing?: Ongoing
}

/** What an entry or the head contains. */
export type Content = Readonly<Record<string, string | number | boolean | null>>

/** Returns the fields of a section in the order of its form. */
export function fieldsOfSection(name: SectionName): ProfileField[] {
  const { fields }: Section = profileSections[name]
  const { ongoing, fields: words } = sectionWords[name]
  return Object.entries(fields).map(([field, schema]) => ({
    name: field,
    input: inputOf(field),
    label: field,
    ...words[field],
    ...controlOf(schema as Parameters<typeof controlOf>[0]),
    ...(field === 'endDate' && ongoing && { ongoing }),
  }))
}

export const fieldsOfHead: readonly ProfileField[] = Object.entries(headWords).map(([name, words]) => ({
  name,
  input: inputOf(name),
  ...words,
  ...controlOf(headFields[name as keyof typeof headWords]),
}))

/** Returns the fields of a section as the public sees them, with the names of references. */
export function publicFieldsOf(name: SectionName): ProfileField[] {
  return fieldsOfSection(name).map((field) =>
    field.control.kind === 'reference'
      ? { ...field, name: publicName(field.name), control: { kind: 'line', max: Number.POSITIVE_INFINITY } }
      : field,
  )
}

export const usernameField: ProfileField = {
  name: 'username',
  input: inputOf('username'),
  label: 'Username',
  hint: 'Letters from a to z, digits, dots, hyphens and underscores. You can choose one without your name.',
  missing: 'Enter a username',
  ...controlOf(headFields.username),
}

function inputOf(field: string): string {
  return `profile-${field}`
}

/** The list of reference data that a field refers to. */
export function listOf(field: string): (typeof referenceFields)[ReferenceField] {
  return referenceFields[field as ReferenceField]
}

/** The names of the inputs of a date, besides the input of the year. */
export const monthOf = (input: string) => `${input}-month`
export const ongoingOf = (input: string) => `${input}-ongoing`

/** Returns what the inputs show at first, except those of reference data, which show the names of their lists. */
export function textsOf(fields: readonly ProfileField[], content: Content): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const { name, input, control, ongoing } of fields) {
    const value = textOf(content[name])
    if (control.kind === 'date') {
      const [year = '', month = ''] = value.split('-')
      texts[input] = year
      texts[monthOf(input)] = month
      if (ongoing && value === '' && textOf(content.startDate) !== '') texts[ongoingOf(input)] = 'on'
    } else if (control.kind !== 'reference') texts[input] = value
  }
  return texts
}

type Texts = Readonly<Record<string, string>>

/**
 * Returns the content that the inputs describe. A day that a platform has stored is kept while the user leaves month and
 * year as they are. `idOf` finds the id of a reference.
 */
export function contentOf(
  fields: readonly ProfileField[],
  texts: Texts,
  before: Content,
  idOf: (field: string, input: string) => string | null,
): Record<string, string | null> {
  const content: Record<string, string | null> = {}
  for (const { name, input, control } of fields) {
    const text = (texts[input] ?? '').trim()
    if (control.kind === 'date') content[name] = dateOf(input, texts, textOf(before[name]))
    else if (control.kind === 'reference') content[name] = idOf(name, input)
    else content[name] = control.kind === 'link' ? withScheme(text) : text || null
  }
  return content
}

function dateOf(input: string, texts: Texts, kept: string): string | null {
  const year = asciiDigits(texts[input] ?? '').trim()
  if (isOngoing(input, texts) || year === '') return null
  const month = texts[monthOf(input)]
  const date = month ? `${year}-${month}` : year
  return month && kept.startsWith(`${date}-`) ? kept : date
}

function withScheme(link: string): string | null {
  if (link === '') return null
  return /^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`
}

function isOngoing(input: string, texts: Texts): boolean {
  return texts[ongoingOf(input)] !== undefined
}

/** Returns what a form checks of its inputs. The contract checks everything else when the form is sent. */
export function checksOf(
  fields: readonly ProfileField[],
  itemsOf: (field: string) => readonly { id: string; name: string }[] | null,
): FormField[] {
  return fields.flatMap(({ name, input, label, control, missing }): FormField[] => {
    const field = { name: input, label, wireNames: [name] }
    const need = missing === undefined ? { isOptional: true as const } : { missing }
    switch (control.kind) {
      case 'date':
        return [
          {
            name: monthOf(input),
            label,
            wireNames: [],
            isOptional: true,
            check: (_, texts) =>
              isOngoing(input, texts) || texts[input]?.trim() ? null : 'Enter the year too',
          },
          {
            ...field,
            isOptional: true,
            check: (year, texts) => (isOngoing(input, texts) ? null : yearFault(year)),
          },
        ]
      case 'paragraphs':
        return [{ ...field, ...need, check: (text) => lengthFault(text, control.max) }]
      case 'reference':
        return [
          {
            ...field,
            ...need,
            check: (text) => {
              const items = itemsOf(name)
              return items === null || findItem(items, text) ? null : 'Choose one of the list'
            },
          },
        ]
      default:
        return [{ ...field, ...need }]
    }
  })
}

function lengthFault(typed: string, max: number): string | null {
  const over = typed.trim().length - max
  return over > 0 ? tooLongBy(over) : null
}

function yearFault(typed: string): string | null {
  return /^\d{4}$/.test(asciiDigits(typed).trim()) ? null : 'Enter a year with four digits, like 2024'
}

export function textOf(value: Content[string] | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

/** Returns whether two contents are equal in these fields. */
export function isEqual(fields: readonly ProfileField[], one: Content, other: Content): boolean {
  return fields.every(({ name }) => textOf(one[name]) === textOf(other[name]))
}
