/** Declares the emails of a user, and the link that reverts a change of the sign-in email (product 7.3). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { defineRoute } from '../routes/route.ts'
import { paramMaxLength } from '../shared-values.ts'

const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** One email as its owner sees it. The user signs in with the primary email and receives mail there. */
export const ownEmail = field.fields({
  id: field.uuid,
  email: v.string(),
  isPrimary: v.boolean(),
  /** False until the user has entered the code. An unverified email may belong to another user. */
  isVerified: v.boolean(),
  createdAt: isoTime,
})

export type OwnEmail = v.InferOutput<typeof ownEmail>

/** The challenge of a code, which was mailed to the address, and the earliest time of another code. */
export const emailChallenge = field.fields({ token: field.token, resendAt: isoTime })

const emailParams = field.fields({ id: field.uuid })

const ownErrors = ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'] as const
const codeErrors = ['otp-too-soon', 'overloaded'] as const

export const listEmails = defineRoute({
  method: 'GET',
  path: '/api/profile/emails',
  summary: 'List your own email addresses: the primary one, the verified ones, then the others',
  access: 'own-session',
  limit: 'emails',
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
  limit: 'emails',
  body: field.fields({ email: field.email }),
  result: field.fields({ ...ownEmail.entries, challenge: emailChallenge }),
  errors: [...ownErrors, ...codeErrors, 'proof-needed', 'entry-exists', 'list-full'],
})

const codeBody = v.pipe(
  field.fields({ token: v.optional(field.token), otp: v.optional(field.otp) }),
  v.forward(
    v.check(
      ({ token, otp }) => (token === undefined) === (otp === undefined),
      'Send either token and otp, or none of them',
    ),
    ['token'],
  ),
)

export const verifyEmail = defineRoute({
  method: 'POST',
  path: '/api/profile/emails/:id/verify',
  summary: 'Verify your own email address with the mailed code; without a code, mail another one',
  access: 'own-session',
  // The session that added the address had a recent proof, and the code proves the mailbox.
  needsProof: 'of-session',
  limit: 'emails',
  params: emailParams,
  body: codeBody,
  /** `challenge` is null after a correct code. */
  result: field.fields({ ...ownEmail.entries, challenge: v.nullable(emailChallenge) }),
  errors: [
    ...ownErrors,
    ...codeErrors,
    'proof-needed',
    'not-found',
    'otp-wrong',
    'otp-expired',
    'account-locked',
    'email-in-use',
  ],
})

export const putEmail = defineRoute({
  method: 'PUT',
  path: '/api/profile/emails/:id',
  summary: 'Make your own verified email address the primary one, with which you sign in',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'emails',
  params: emailParams,
  body: field.fields({ isPrimary: v.literal(true, 'Must be true') }),
  result: ownEmail,
  errors: [...ownErrors, 'proof-needed', 'not-found'],
})

export const deleteEmail = defineRoute({
  method: 'DELETE',
  path: '/api/profile/emails/:id',
  summary: 'Remove your own email address, but neither the primary nor the last verified one',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'emails',
  params: emailParams,
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
