/**
 * Declares the second factor: the step after a right first proof, the enrolment that a platform may demand, and the list of
 * the user's own authenticator apps and recovery codes (docs/decisions/second-factor.md).
 */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { totpNameMaxLength } from '../shared-values.ts'
import { attestation, passkeyOptions } from './passkeys.ts'
import { defineRoute } from './route.ts'
import { session } from './sign-in.ts'

const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** The code of an authenticator app, or a recovery code, or the code of an operator. Spaces and hyphens are ignored. */
export const secondFactor = {
  totp: v.optional(field.otp),
  recoveryCode: v.optional(field.text(40)),
} as const

export const completeSignIn = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor',
  summary: 'Finish a sign-in with a second factor',
  access: 'none',
  limit: 'second-factor',
  body: v.pipe(
    field.fields({
      /** The token of the answer `second-factor-needed`. */
      token: field.token,
      ...secondFactor,
      /** The user chose to be asked for no second factor in this browser for `rememberDays`. */
      rememberBrowser: v.optional(v.literal(true, 'Must be true')),
    }),
    v.check(
      ({ totp, recoveryCode }) => (totp === undefined) !== (recoveryCode === undefined),
      'Send either totp or recoveryCode',
    ),
  ),
  result: session,
  errors: [
    'invalid-request',
    'second-factor-wrong',
    'second-factor-expired',
    'no-membership',
    'too-many-attempts',
    'account-locked',
  ],
})

/** An authenticator app that the user is setting up. */
const newTotp = field.fields({
  id: field.uuid,
  /** The secret in Base32, to type. */
  secret: v.string(),
  /** The secret as an otpauth URI, to show as a QR code. */
  uri: v.string(),
})
export type NewTotp = v.InferOutput<typeof newTotp>

/** Ten codes, each for one use, which no later answer contains. */
const recoveryCodes = v.array(v.string())

const enrolment = {
  /** The token of the answer `enrolment-needed`. */
  token: field.token,
}

export const startEnrolment = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/enrolment',
  summary: 'Begin to set up an authenticator app, without which the platform does not open',
  access: 'none',
  limit: 'second-factor',
  body: field.fields(enrolment),
  result: newTotp,
  errors: ['invalid-request', 'second-factor-expired', 'too-many-attempts'],
})

export const finishEnrolment = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/enrolment/confirm',
  summary: 'Confirm the authenticator app with its code, and finish the sign-in',
  access: 'none',
  limit: 'second-factor',
  body: field.fields({ ...enrolment, id: field.uuid, totp: field.otp }),
  result: field.fields({ session, recoveryCodes }),
  errors: [
    'invalid-request',
    'second-factor-wrong',
    'second-factor-expired',
    'no-membership',
    'too-many-attempts',
    'account-locked',
  ],
})

export const startPasskeyEnrolment = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/enrolment/passkey-options',
  summary: 'Get the options with which a browser makes a passkey, without which the platform does not open',
  access: 'none',
  limit: 'second-factor',
  opaque: ['options'],
  body: field.fields(enrolment),
  result: field.fields({ options: passkeyOptions }),
  errors: ['invalid-request', 'second-factor-expired', 'too-many-attempts'],
})

export const finishPasskeyEnrolment = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/enrolment/passkey',
  summary: 'Add the passkey that the browser has made, and finish the sign-in',
  access: 'none',
  limit: 'second-factor',
  opaque: ['credential'],
  body: field.fields({ ...enrolment, credential: attestation }),
  result: field.fields({ session, recoveryCodes }),
  errors: [
    'invalid-request',
    'passkey-refused',
    'second-factor-expired',
    'no-membership',
    'too-many-attempts',
  ],
})

/** An authenticator app as its owner sees it. */
export const totpFactor = field.fields({
  id: field.uuid,
  name: v.string(),
  createdAt: isoTime,
  lastUsedAt: v.nullable(isoTime),
})
export type TotpFactor = v.InferOutput<typeof totpFactor>

/** The common parts of the routes of a user's own second factors. */
const own = { access: 'own-session', limit: 'settings' } as const
const ownErrors = ['session-ended', 'no-access', 'too-many-attempts'] as const

export const listSecondFactors = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/auth/second-factors',
  summary: 'List your own authenticator apps, the oldest first, and count your recovery codes',
  result: field.fields({
    items: v.array(totpFactor),
    recoveryCodesLeft: v.number(),
    /** The time of the present set of recovery codes; null if there is none. */
    recoveryCodesAt: v.nullable(isoTime),
    /** The platform of the session asks every user for a second factor. */
    isRequired: v.boolean(),
    /** The user has none, and the platform asks for one from this time on; null if nothing is to be set up. */
    enrolBy: v.nullable(isoTime),
  }),
  errors: ownErrors,
})

export const startTotp = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/auth/second-factors',
  summary: 'Begin to set up an authenticator app',
  needsProof: 'recent',
  result: newTotp,
  errors: [...ownErrors, 'proof-needed', 'list-full'],
})

const one = field.fields({ id: field.uuid })

export const confirmTotp = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/auth/second-factors/:id/confirm',
  summary: 'Confirm an authenticator app with its code; from then on sign-ins ask for it',
  needsProof: 'of-session',
  params: one,
  body: field.fields({ totp: field.otp, name: v.optional(field.requiredText(totpNameMaxLength)) }),
  result: field.fields({
    factor: totpFactor,
    /** Made with the first factor; null if the user has a set already. */
    recoveryCodes: v.nullable(recoveryCodes),
  }),
  errors: [
    'invalid-request',
    ...ownErrors,
    'proof-needed',
    'not-found',
    'second-factor-wrong',
    'list-full',
    'account-locked',
  ],
})

export const renameTotp = defineRoute({
  ...own,
  method: 'PUT',
  path: '/api/auth/second-factors/:id',
  summary: 'Rename your own authenticator app',
  params: one,
  body: field.fields({ name: field.requiredText(totpNameMaxLength) }),
  result: totpFactor,
  errors: ['invalid-request', ...ownErrors, 'not-found'],
})

export const removeTotp = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/auth/second-factors/:id',
  summary: 'Remove your own authenticator app; its codes open nothing any more',
  needsProof: 'recent',
  params: one,
  errors: ['invalid-request', ...ownErrors, 'proof-needed', 'not-found'],
})

export const makeRecoveryCodes = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/auth/recovery-codes',
  summary: 'Make ten new recovery codes; earlier ones open nothing any more',
  needsProof: 'recent',
  result: field.fields({ recoveryCodes }),
  /** `not-found`: the user has no second factor to recover. */
  errors: [...ownErrors, 'proof-needed', 'not-found'],
})
