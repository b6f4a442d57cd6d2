/** Describes the second factor in /docs. */
import {
  completeSignIn,
  confirmTotp,
  finishEnrolment,
  finishPasskeyEnrolment,
  listSecondFactors,
  makeRecoveryCodes,
  removeTotp,
  renameTotp,
  startEnrolment,
  startPasskeyEnrolment,
  startTotp,
} from '@foyer/contract/routes/second-factor'
import { type ApiSection, describeRoute, exampleSession } from '../../kernel/http/describe-route.ts'

const factor = {
  id: '8e2b5d10-6f4a-4c93-b7d1-0a9e3f5c7b26',
  name: 'My phone',
  createdAt: '2026-11-22T09:55:00.000Z',
  lastUsedAt: '2026-11-27T06:10:00.000Z',
}
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const newTotp = {
  id: factor.id,
  secret,
  uri: `otpauth://totp/Foyer:asha%40example.com?issuer=Foyer&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
}
const challenge = 'q1dJk7bS3mXw0ZrT5yUa8g'
const credentialId = 'mPxY2nV6tQ4cK9sLw1hRzA'
const bytes = 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ'
const recoveryCodes = ['7KQ2M-X9T4C', '3WZ8H-0RBVN']

export const secondFactorDocs: readonly ApiSection[] = [
  {
    name: 'Second factor',
    description:
      'A user with an authenticator app (TOTP, RFC 6238) gives its code after the password, the one-time code or the social sign-in; a passkey is two factors by itself. The first proof is answered with `second-factor-needed`, whose `second_factor` has a `token` for five minutes and says what the user has. Some platforms ask every user for a second factor: the answer of a sign-in has `enrol_by` while the user may still sign in without one, and from then on a sign-in is refused with `enrolment-needed`, whose `enrolment.token` lets the user set up an app or a passkey within 15 minutes. A wrong factor counts under a lockout of its own. `acr` of access and ID tokens is `"2"` after two factors, else `"1"`.',
    routes: [
      describeRoute(
        completeSignIn,
        'Takes the code of an app (`totp`), or a recovery code or a code of support (`recovery_code`). A code works once; a wrong one leaves the token valid. The session has `mfa` in `amr`. Where `remember_days` is not null, `remember_browser` skips the second factor in this browser for that time. An expired or used token is refused with `second-factor-expired`: sign in again.',
        { body: { token: 'sf_4hN0pQ7sTzK1', totp: '492039', rememberBrowser: true }, result: exampleSession },
      ),
      describeRoute(
        startEnrolment,
        'Show `uri` as a QR code, and `secret` for typing. An app that is not confirmed within 15 minutes is deleted; another call replaces it.',
        { body: { token: 'en_9tR2kLm4vB0c' }, result: newTotp },
      ),
      describeRoute(
        finishEnrolment,
        'Opens the session, and returns ten recovery codes, which no later answer contains.',
        {
          body: { token: 'en_9tR2kLm4vB0c', id: factor.id, totp: '492039' },
          result: { session: exampleSession, recoveryCodes },
        },
      ),
      describeRoute(
        startPasskeyEnrolment,
        'For a user without an app and without a passkey, like every route of the setup; the token of any other is refused with `second-factor-expired`.',
        {
          body: { token: 'en_9tR2kLm4vB0c' },
          result: { options: { challenge, rp: { id: 'accounts.example.com', name: 'Foyer' } } },
        },
      ),
      describeRoute(
        finishPasskeyEnrolment,
        'Takes the passkey that the browser made with the options of the same setup. Opens the session, and returns ten recovery codes, which no later answer contains.',
        {
          body: {
            token: 'en_9tR2kLm4vB0c',
            credential: {
              ...{ id: credentialId, rawId: credentialId, type: 'public-key' },
              response: { clientDataJSON: bytes, attestationObject: bytes },
            },
          },
          result: { session: exampleSession, recoveryCodes },
        },
      ),
      describeRoute(listSecondFactors, 'An account has at most five apps.', {
        result: {
          ...{ items: [factor], recoveryCodesLeft: 9, recoveryCodesAt: factor.createdAt },
          ...{ isRequired: false, enrolBy: null },
        },
      }),
      describeRoute(startTotp, 'Show `uri` as a QR code, and `secret` for typing.', { result: newTotp }),
      describeRoute(
        confirmTotp,
        'From then on every sign-in asks for a code. The first app comes with ten recovery codes. The user gets a notice.',
        {
          body: { totp: '492039', name: 'My phone' },
          result: { factor, recoveryCodes },
        },
      ),
      describeRoute(renameTotp, 'The name helps its owner to tell apps apart.', {
        body: { name: 'My phone' },
        result: factor,
      }),
      describeRoute(
        removeTotp,
        'Needs a proof by the app, a recovery code or a passkey. The user gets a notice, and remembered browsers ask again. With the last factor the recovery codes go.',
      ),
      describeRoute(makeRecoveryCodes, 'Replaces the earlier set. The user gets a notice.', {
        result: { recoveryCodes },
      }),
    ],
  },
]
