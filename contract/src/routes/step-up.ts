/** Declares the step-up: the user of an open session proves again who they are, before a change of how they sign in. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { passwordOrCode } from './account-proof.ts'
import { assertion, passkeyOptions } from './passkeys.ts'
import { defineRoute } from './route.ts'
import { secondFactor } from './second-factor.ts'

/** The password, or the token and code of a `sendOtp`, or what a passkey of the user signed, or a second factor. */
const proof = v.pipe(
  field.fields({ ...passwordOrCode, ...secondFactor, credential: v.optional(assertion) }),
  v.check(({ password, token, otp, totp, recoveryCode, credential }) => {
    const isCode = token !== undefined && otp !== undefined
    const hasPart = token !== undefined || otp !== undefined
    const others = [password, totp, recoveryCode, credential].filter((one) => one !== undefined)
    return others.length + (hasPart ? 1 : 0) === 1 && isCode === hasPart
  }, 'Send either password, or token and otp, or totp, or recoveryCode, or credential'),
)

export const startPasskeyStepUp = defineRoute({
  method: 'POST',
  path: '/api/auth/step-up/options',
  summary: 'Get the options with which a browser asks you for one of your own passkeys',
  access: 'own-session',
  limit: 'passkeys',
  opaque: ['options'],
  result: field.fields({ options: passkeyOptions }),
  errors: ['session-ended', 'no-access', 'not-found', 'too-many-attempts'],
})

export const stepUp = defineRoute({
  method: 'POST',
  path: '/api/auth/step-up',
  summary: 'Prove again, by passkey, password or code, that your own session is yours',
  access: 'own-session',
  /** A wrong proof counts like a wrong sign-in. A code must have the purpose `step_up`. */
  limit: 'login',
  opaque: ['credential'],
  body: proof,
  errors: [
    'invalid-request',
    'wrong-credentials',
    'otp-wrong',
    'otp-expired',
    'passkey-unknown',
    'passkey-refused',
    'second-factor-wrong',
    'proof-needed',
    'password-needed',
    'session-ended',
    'no-access',
    'too-many-attempts',
    'account-locked',
    'overloaded',
  ],
})
