/** Declares the phone numbers of a user (product 7.3). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { defineRoute } from '../routes/route.ts'
import {
  codeBody,
  contactChallenge,
  contactFacts,
  contactParams,
  ownErrors,
  primaryBody,
  sendErrors,
  verifyErrors,
} from './contacts.ts'

/** One phone number as its owner sees it. Codes by SMS go to the primary number. */
export const ownPhone = field.fields({
  ...contactFacts,
  /** E.164. */
  phoneNumber: v.string(),
  /** The number in the groups that its country writes: '+91 98765 43210'. */
  formatted: v.string(),
})

export type OwnPhone = v.InferOutput<typeof ownPhone>

export const listPhones = defineRoute({
  method: 'GET',
  path: '/api/profile/phones',
  summary: 'List your own phone numbers: the primary one, the verified ones, then the others',
  access: 'own-session',
  limit: 'contacts',
  query: pageQuery(allPages, {}),
  list: ownPhone,
  errors: ownErrors,
})

export const addPhone = defineRoute({
  method: 'POST',
  path: '/api/profile/phones',
  summary: 'Add a phone number that is not verified, and text it a code',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'contacts',
  body: field.fields({
    phoneNumber: field.phoneNumber,
    /** The country of a number without a country code. */
    countryCode: v.optional(field.countryCode),
  }),
  result: field.fields({ ...ownPhone.entries, challenge: contactChallenge }),
  errors: [
    ...ownErrors,
    ...sendErrors,
    'proof-needed',
    'entry-exists',
    'list-full',
    'phone-invalid',
    'country-code-needed',
    'sms-country',
    'sms-unavailable',
  ],
})

export const verifyPhone = defineRoute({
  method: 'POST',
  path: '/api/profile/phones/:id/verify',
  summary: 'Verify your own phone number with the texted code; without a code, text another one',
  access: 'own-session',
  // The session that added the number had a recent proof, and the code proves the phone.
  needsProof: 'of-session',
  limit: 'contacts',
  params: contactParams,
  body: codeBody,
  /** `challenge` is null after a correct code. */
  result: field.fields({ ...ownPhone.entries, challenge: v.nullable(contactChallenge) }),
  errors: [...verifyErrors, 'phone-in-use', 'sms-country', 'sms-unavailable'],
})

export const putPhone = defineRoute({
  method: 'PUT',
  path: '/api/profile/phones/:id',
  summary: 'Make your own verified phone number the primary one, which gets codes by SMS',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'contacts',
  params: contactParams,
  body: primaryBody,
  result: ownPhone,
  errors: [...ownErrors, 'proof-needed', 'not-found'],
})

export const deletePhone = defineRoute({
  method: 'DELETE',
  path: '/api/profile/phones/:id',
  summary: 'Remove your own phone number, but not your last verified contact',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'contacts',
  params: contactParams,
  errors: [...ownErrors, 'proof-needed', 'not-found', 'last-phone'],
})
