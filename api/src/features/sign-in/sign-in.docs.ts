/** Describes the routes of sign-in in /docs. */
import { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import {
  type ApiSection,
  describeRoute,
  exampleSession,
  exampleUser,
} from '../../kernel/http/describe-route.ts'

export const signInDocs: readonly ApiSection[] = [
  {
    name: 'Sign in',
    description: 'Opens a session for a user with a password or a one-time code.',
    routes: [
      describeRoute(
        findUser,
        'The first step of the sign-in form. Returns name, picture and the given contact for learners. For all other products it returns only that a password exists and how a typed phone number was read, the same for known and unknown users. A phone number without a country code is read in the country of `country_code` (ISO 3166-1); the refusals `country-code-needed` and `number-not-found` name that country in `field_errors.country_code`.',
        {
          body: { userId: '98765 43210', product: 'learning', countryCode: 'IN' },
          result: {
            hasPassword: true,
            email: null,
            phoneNumber: '+919876543210',
            uuid: exampleUser.uuid,
            fullName: exampleUser.fullName,
            profile: { picture: null },
          },
        },
      ),
      describeRoute(
        login,
        'Opens a session. Send the `uuid` of the look-up or an `email`, never both. Without `platform` the session is for the user’s membership in the product. A wrong password, an unknown user and a disabled account have the same answer. The right password of a user without access to the platform is refused with `no-membership`, and `platforms` lists the platforms of the account.',
        {
          body: { email: 'asha@example.com', password: 'correct horse battery', product: 'learning' },
          result: exampleSession,
        },
      ),
      describeRoute(
        sendOtp,
        'Sends a one-time code. The first request names `medium`, `purpose` and the `user` of the look-up; a request for another code names the returned `token`. A request that comes too early is refused with 429, with `resend_at` and the `token` to use in `field_errors`. An unknown user gets the same answer, and no code is sent.',
        {
          body: { medium: 'email', purpose: 'login', user: exampleUser.uuid },
          result: { token: 'ot_Qm4xR8…', resendAt: '2026-03-01T09:30:30.000Z' },
        },
      ),
      describeRoute(
        verifyOtp,
        'Opens a session. A one-time code is valid for five minutes and five attempts, and works once, with the `token` it was requested with and on the same device. Its digits may be of any script. Wrong codes and wrong passwords count towards the same lockout. The right code of a user without access to the platform is used up and refused with `no-membership`; with `password-needed` where a code alone opens no staff platform.',
        {
          body: { universalToken: true, token: 'ot_Qm4xR8…', otp: '493027', platform: 'student' },
          result: { universal: exampleSession, user: exampleUser },
        },
      ),
    ],
  },
]
