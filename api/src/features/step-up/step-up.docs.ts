/** Describes the step-up in /docs. */
import { startPasskeyStepUp, stepUp } from '@foyer/contract/routes/step-up'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

export const stepUpDocs: readonly ApiSection[] = [
  {
    name: 'Step-up',
    description:
      'Routes that change how a user signs in, close the account or hand out its data need a proof of the last five minutes in the session that calls: adding, removing and choosing an email address or a phone number, adding and removing a passkey, beginning to link an account of a provider and removing one, asking for the deletion of the account, and asking for and downloading an export. Verifying an address needs a proof in this session at any time. A session without one is answered with `proof-needed`, whose `proofs` say whether the user has a passkey and a password, and to which contact a code can go. Prove the session, then repeat the call. A session that continues another has no proof of its own.',
    routes: [
      describeRoute(
        startPasskeyStepUp,
        'Names the passkeys of the user, for `navigator.credentials.get`. The challenge is valid for five minutes, once, in this session. A user without passkeys gets `not-found`.',
        {
          result: {
            options: {
              challenge: '9vXqT2Rm4xR8bK1cY7dLf9gHj3kUa6eTo0iWuVxM2nQ',
              rpId: 'accounts.example.com',
              allowCredentials: [{ id: 'q0uZ7Yk2m1E4tVbX9pLr3A', type: 'public-key' }],
              userVerification: 'required',
            },
          },
        },
      ),
      describeRoute(
        stepUp,
        'Takes `password`; or `token` and `otp` of `sendOtp` with the purpose `step_up`, the `uuid` of the user and the `medium` of `proofs`; or the `credential` that a passkey of the user signed with the options of `startPasskeyStepUp`. A wrong proof counts towards the lockout and the limits like a failed sign-in. A passkey of another user is refused with `passkey-refused`. The session then has the time and the methods of this proof: its tokens stay valid, and the next refresh gives an access token with the new `auth_time` and `amr`. The sessions of platforms keep theirs. A code opens no platform of staff where `STAFF_OTP=off`: `password-needed`.',
        { body: { password: 'correct horse battery' } },
      ),
    ],
  },
]
