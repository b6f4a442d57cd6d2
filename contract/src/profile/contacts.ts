/** Declares what the routes of a user's emails and phone numbers share: the code of a new contact, and the errors. */
import * as v from 'valibot'
import * as field from '../fields.ts'

export const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** The facts about one email or phone number of a user. */
export const contactFacts = {
  id: field.uuid,
  isPrimary: v.boolean(),
  /** False until the user has entered the code. An unverified contact may belong to another user. */
  isVerified: v.boolean(),
  createdAt: isoTime,
}

/** The challenge of a code, which was sent to the contact, and the earliest time of another code. */
export const contactChallenge = field.fields({ token: field.token, resendAt: isoTime })

export const contactParams = field.fields({ id: field.uuid })

export const codeBody = v.pipe(
  field.fields({ token: v.optional(field.token), otp: v.optional(field.otp) }),
  v.forward(
    v.check(
      ({ token, otp }) => (token === undefined) === (otp === undefined),
      'Send either token and otp, or none of them',
    ),
    ['token'],
  ),
)

export const primaryBody = field.fields({ isPrimary: v.literal(true, 'Must be true') })

export const ownErrors = ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'] as const
export const sendErrors = ['otp-too-soon', 'overloaded'] as const
export const verifyErrors = [
  ...ownErrors,
  ...sendErrors,
  'proof-needed',
  'not-found',
  'otp-wrong',
  'otp-expired',
  'account-locked',
] as const
