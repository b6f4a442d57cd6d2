/** Makes the fields of a school's forms, and converts between a school and the content of a form. */

import type { Call } from '@foyer/contract/routes/route'
import {
  type SchoolPart,
  schoolPartNames,
  schoolParts,
  schoolTypeNames,
  schoolTypes,
} from '@foyer/contract/school-types'
import type { School } from '@foyer/contract/schools/school-fields'
import type { changeSchool } from '@foyer/contract/schools/school-routes'
import { type Content, type ProfileField, textOf } from '../profile/profile-fields.ts'

type Field = Omit<ProfileField, 'input' | 'isOptional'> & { isOptional?: true }

/** The form warns from this length on; the contract decides. */
const addressMax = 500

const fieldsOf: Readonly<Record<SchoolPart, readonly Field[]>> = {
  name: [
    {
      name: 'name',
      label: schoolPartNames.name,
      control: line(120),
      missing: 'Enter the name of your school',
    },
  ],
  type: [
    {
      name: 'type',
      label: schoolPartNames.type,
      control: { kind: 'choice', options: schoolTypes },
      choices: schoolTypeNames,
      missing: 'Choose the type of your school',
    },
  ],
  board: [
    {
      name: 'board',
      label: schoolPartNames.board,
      hint: 'Such as CBSE, CISCE or IB',
      control: line(120),
      isOptional: true,
    },
  ],
  place: [
    {
      name: 'countryId',
      label: 'Country',
      control: { kind: 'reference' },
      missing: 'Choose the country of your school',
    },
    // The service asks for a state where the country has some.
    { name: 'stateId', label: 'State', control: { kind: 'reference' } },
  ],
  address: [
    {
      name: 'address',
      label: schoolPartNames.address,
      control: { kind: 'paragraphs', max: addressMax },
      isOptional: true,
    },
  ],
  website: [
    {
      name: 'website',
      label: schoolPartNames.website,
      hint: 'Begins with https://',
      control: { kind: 'link' },
      isOptional: true,
    },
  ],
  contact: [
    {
      name: 'contact.firstName',
      label: 'Contact’s first name',
      control: line(64),
      missing: 'Enter the first name of the contact person',
    },
    { name: 'contact.lastName', label: 'Contact’s last name', control: line(64), isOptional: true },
    {
      name: 'contact.email',
      label: 'Contact’s email',
      control: line(254),
      inputMode: 'email',
      isOptional: true,
    },
    {
      name: 'contact.phone',
      label: 'Contact’s phone number',
      hint: 'With its country code, like +91 98765 43210',
      control: line(40),
      inputMode: 'tel',
      isOptional: true,
    },
  ],
}

function line(max: number) {
  return { kind: 'line', max } as const
}

/** Returns the fields of some parts. A school without a contact person needs one before anything is saved. */
export function fieldsOfParts(parts: readonly SchoolPart[], { contact }: School): ProfileField[] {
  return schoolParts
    .filter((part) => parts.includes(part) || (part === 'contact' && contact === null))
    .flatMap((part) => fieldsOf[part])
    .map((field) => ({ isOptional: false, ...field, input: `school-${field.name.replace('.', '-')}` }))
}

/** Returns what a form shows of a school. */
export function contentOfSchool(school: School): Content {
  const { name, type, board, countryId, stateId, address, website, contact } = school
  return {
    ...{ name, type, board, countryId, stateId, address, website },
    'contact.firstName': contact?.firstName ?? null,
    'contact.lastName': contact?.lastName ?? null,
    'contact.email': contact?.email ?? null,
    'contact.phone': contact?.phone ?? null,
  }
}

/** Returns the request that saves a content. The service says what is missing. */
export function bodyOfContent(content: Content): Call<typeof changeSchool>['body'] {
  const text = (name: string) => textOf(content[name])
  return {
    name: text('name'),
    type: text('type') as School['type'],
    board: text('board'),
    address: text('address'),
    countryId: text('countryId'),
    stateId: text('stateId') || null,
    website: text('website'),
    contact: {
      firstName: text('contact.firstName'),
      lastName: text('contact.lastName'),
      email: text('contact.email') || null,
      phone: text('contact.phone'),
    },
  }
}
