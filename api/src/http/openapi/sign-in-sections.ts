/** Signing in and its puzzles, for the page of the API. */
import { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { type ApiSection, describeRoute, exampleSession, exampleUser } from './describe-route.ts'

export const signInSections: readonly ApiSection[] = [
  {
    name: 'Sign in',
    description: 'From an email address or phone number to a session.',
    routes: [
      describeRoute(
        findUser,
        'The first step of the form. For learners: name, picture and the contact that was typed. For everybody else only that a password exists, alike for people we know and people we do not.',
        {
          body: { userId: 'asha@example.com', product: 'learning' },
          result: {
            hasPassword: true,
            email: 'asha@example.com',
            phoneNumber: null,
            uuid: exampleUser.uuid,
            fullName: exampleUser.fullName,
            profile: { picture: null },
          },
        },
      ),
      describeRoute(
        login,
        'Opens a session. Send the `uuid` of the look-up or an `email`, never both. Without `platform` the session is for the membership this person has in the product. A wrong password, an unknown person and a missing membership answer alike.',
        {
          body: { uuid: exampleUser.uuid, password: 'correct horse battery', product: 'learning' },
          result: exampleSession,
        },
      ),
      describeRoute(
        sendOtp,
        'First with `medium`, `purpose` and the `user` of the look-up; then, to send another, with the `token` that was answered. Too early is 429 with `resend_at` and a `token` to go on with in `field_errors`. Somebody we do not know is answered like everybody else; nothing is sent.',
        {
          body: { medium: 'email', purpose: 'login', user: exampleUser.uuid },
          result: { token: 'ot_Qm4xR8…', resendAt: '2026-03-01T09:30:30.000Z' },
        },
      ),
      describeRoute(
        verifyOtp,
        'Opens a session. A code lives for five minutes, takes five tries and is good once, for the challenge whose `token` came with it and at the device that asked for it. Wrong codes and wrong passwords are counted together.',
        {
          body: { universalToken: true, token: 'ot_Qm4xR8…', otp: '493027', platform: 'student' },
          result: { universal: exampleSession, user: exampleUser },
        },
      ),
    ],
  },
  {
    name: 'Captcha',
    description:
      'A proof of work (ALTCHA 2) that the browser solves by itself; nobody is shown a puzzle. It is due for who asks very often, and for everybody who signs up.',
    routes: [
      describeRoute(
        getCaptchaChallenge,
        'A puzzle to solve ahead, for one `action`: its solution passes there and nowhere else. Without an action it passes wherever a captcha is due at times, but not at sign-up, where one always is. Where one is due and missing, the refusal carries it as well, in `errors.challenge`. Send the solution as `captcha.value`, once. Where a vendor’s captcha is set up there is nothing to solve ahead: 404.',
        {
          result: {
            parameters: {
              algorithm: 'PBKDF2/SHA-256',
              cost: 5_000,
              nonce: '9f2c…',
              salt: '41d7…',
              keyPrefix: '00',
            },
            signature: 'b1946ac9…',
          },
        },
      ),
    ],
  },
]
