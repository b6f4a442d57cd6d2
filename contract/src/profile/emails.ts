/** Declares the emails of a user, and the link that reverts a change of the sign-in email (product 7.3). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { defineRoute } from '../routes/route.ts'
import { paramMaxLength } from '../shared-values.ts'
import {
  codeBody,
  contactChallenge,
  contactFacts,
  contactParams,
  isoTime,
  ownErrors,
  primaryBody,
  sendErrors,
  verifyErrors,
} from './contacts.ts'

/** One email as its owner sees it. The user signs in with the primary email and receives mail there. */
export const ownEmail = field.fields({ ...contactFacts, email: v.string() })

export type OwnEmail = v.InferOutput<typeof ownEmail>

export const listEmails = defineRoute({
  method: 'GET',
  path: '/api/profile/emails',
  summary: 'List your own email addresses: the primary one, the verified ones, then the others',
  access: 'own-session',
  limit: 'contacts',
  query: pageQuery(allPages, {}),
  list: ownEmail,
  errors: ownErrors,
})

export const addEmail = defineRoute({
  method: 'POST',
  path: '/api/profile/emails',
  summary: 'Add an email address that is not verified, and mail it a code',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'contacts',
  body: field.fields({ email: field.email }),
  result: field.fields({ ...ownEmail.entries, challenge: contactChallenge }),
  errors: [...ownErrors, ...sendErrors, 'proof-needed', 'entry-exists', 'list-full'],
})

export const verifyEmail = defineRoute({
  method: 'POST',
  path: '/api/profile/emails/:id/verify',
  summary: 'Verify your own email address with the mailed code; without a code, mail another one',
  access: 'own-session',
  // The session that added the address had a recent proof, and the code proves the mailbox.
  needsProof: 'of-session',
  limit: 'contacts',
  params: contactParams,
  body: codeBody,
  /** `challenge` is null after a correct code. */
  result: field.fields({ ...ownEmail.entries, challenge: v.nullable(contactChallenge) }),
  errors: [...verifyErrors, 'email-in-use'],
})

export const putEmail = defineRoute({
  method: 'PUT',
  path: '/api/profile/emails/:id',
  summary: 'Make your own verified email address the primary one, with which you sign in',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'contacts',
  params: contactParams,
  body: primaryBody,
  result: ownEmail,
  errors: [...ownErrors, 'proof-needed', 'not-found'],
})

export const deleteEmail = defineRoute({
  method: 'DELETE',
  path: '/api/profile/emails/:id',
  summary: 'Remove your own email address, but neither the primary one nor your last verified contact',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'contacts',
  params: contactParams,
  errors: [...ownErrors, 'proof-needed', 'not-found', 'last-email'],
})

const revertParams = field.fields({
  token: v.pipe(field.text(paramMaxLength), v.minLength(1, field.required)),
})
const revertErrors = [
  'invalid-request',
  'link-expired',
  'link-used',
  'link-invalid',
  'too-many-attempts',
] as const

/** A change of the sign-in email, as the page of the mailed link shows it; both emails are masked. */
export const emailChange = field.fields({
  email: v.string(),
  newEmail: v.nullable(v.string()),
  changedAt: isoTime,
  platform: field.platform,
})

export const checkEmailRevert = defineRoute({
  method: 'GET',
  path: '/api/auth/email-changes/:token',
  summary: 'Get the change of a sign-in address that a valid link can take back, without using the link',
  access: 'none',
  limit: 'password-links',
  params: revertParams,
  result: emailChange,
  errors: revertErrors,
})

export const revertEmail = defineRoute({
  method: 'POST',
  path: '/api/auth/email-changes/:token/revert',
  summary: 'Use the link: take the change back, end every session, and get a link that sets a new password',
  access: 'none',
  limit: 'password-links',
  params: revertParams,
  /** The path and query of the page that sets a new password. */
  result: field.fields({ resetPath: v.string() }),
  errors: revertErrors,
})
