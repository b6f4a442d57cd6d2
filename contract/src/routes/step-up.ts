/** Declares the step-up: the user of an open session proves again who they are, before a change of how they sign in. */
import { accountProof } from './account-proof.ts'
import { defineRoute } from './route.ts'

export const stepUp = defineRoute({
  method: 'POST',
  path: '/api/auth/step-up',
  summary: 'Prove again, by password or code, that your own session is yours',
  access: 'own-session',
  /** A wrong proof counts like a wrong sign-in. A code must have the purpose `step_up`. */
  limit: 'login',
  body: accountProof,
  errors: [
    'invalid-request',
    'wrong-credentials',
    'otp-wrong',
    'otp-expired',
    'password-needed',
    'session-ended',
    'no-access',
    'too-many-attempts',
    'account-locked',
    'overloaded',
  ],
})
