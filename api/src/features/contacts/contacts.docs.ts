/** Describes the routes of a user's own emails and phone numbers in /docs. */
import {
  addEmail,
  checkEmailRevert,
  deleteEmail,
  listEmails,
  putEmail,
  revertEmail,
  verifyEmail,
} from '@foyer/contract/profile/emails'
import { addPhone, deletePhone, listPhones, putPhone, verifyPhone } from '@foyer/contract/profile/phones'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

const primary = {
  id: '0d6f8a52-3c1b-4f7e-9a28-5e4b7c9d1f30',
  email: 'asha@example.com',
  isPrimary: true,
  isVerified: true,
  createdAt: '2026-03-02T08:15:00.000Z',
}
const added = {
  id: '7b1e4c90-8d25-4a6f-b3e1-2f9c5a7d6e84',
  email: 'asha.rao@example.org',
  isPrimary: false,
  isVerified: false,
  createdAt: '2026-11-22T09:55:00.000Z',
}
const challenge = {
  token: 'ot_5sPqK8mZ2vXw7nRt1yBc4dLf9gHj3kUa6eTo0iWuVxM',
  resendAt: '2026-11-22T09:55:30.000Z',
}
const number = {
  id: '5c2f9e17-4a6b-4d83-8f0e-1b7d3c9a2e56',
  phoneNumber: '+919876543210',
  formatted: '+91 98765 43210',
  isPrimary: false,
  isVerified: false,
  createdAt: '2026-11-22T09:55:00.000Z',
}
const proven = { ...number, isPrimary: true, isVerified: true }

export const contactsDocs: readonly ApiSection[] = [
  {
    name: 'Emails',
    description:
      'For the user’s own session at Foyer. A user signs in with the primary address or any verified one; codes and links go to the primary one alone. An address that was added and not verified is a claim: it finds no account, any number of users may claim it, and the first who verifies it has it. An account has at most ten addresses.',
    routes: [
      describeRoute(
        listEmails,
        'Answers all addresses by default. The primary address comes first, then the verified ones, then the others.',
        { items: [primary, added] },
      ),
      describeRoute(
        addEmail,
        'Mails a code of six digits to the address. The answer and the mail are the same whether the address has an account or not. An address that the user has added before gets another code, once its wait is over: `field_errors` of `otp-too-soon` have `resend_at`, and the code that was sent before stays valid.',
        { body: { email: added.email }, result: { ...added, challenge } },
      ),
      describeRoute(
        verifyEmail,
        'With `token` and `otp`, proves the address. The code works for five minutes, with the `token` of its own challenge, in a session of the user who asked for it. Without them, mails another code. A sign-in in another browser and a password reset make the code invalid; a reset also removes unverified addresses. A right code for an address that has an account of its own is refused with `email-in-use`.',
        {
          body: { token: challenge.token, otp: '123456' },
          result: { ...added, isVerified: true, challenge: null },
        },
      ),
      describeRoute(
        putEmail,
        'The former address gets a mail with a link that takes the change back for seven days. A former address that was never verified becomes a claim and gets no mail.',
        {
          body: { isPrimary: true },
          result: { ...added, isVerified: true, isPrimary: true },
        },
      ),
      describeRoute(
        deleteEmail,
        'Refuses with `last-email` the primary address, the last verified address of an account without a verified number, and for seven days a former primary one, which can take the change back.',
      ),
      describeRoute(
        checkEmailRevert,
        'For the page that the link in the mail opens. It does not use the link up, so mail scanners do no harm.',
        {
          result: {
            email: 'a•••@example.com',
            newEmail: 'a•••@example.org',
            changedAt: '2026-11-22T09:55:00.000Z',
            platform: 'student',
          },
        },
      ),
      describeRoute(
        revertEmail,
        'Makes the former address the primary one. Removes the address that replaced it, later and unverified addresses and numbers, the password, and accounts of other providers that were linked since. No number gets codes until the user makes it primary again. Ends every session, code and link. `reset_path` is the page to set a new password on; it has a link of its own.',
        {
          result: {
            resetPath:
              '/reset-password/2a6d0f4e-7c1b-4b59-8e3d-9f5a1c2b7e60/rs_Zk3nQ0aXv9Tq4Lm8sJ2hB7cY1uR5oE6pW-dG_fKiNwM/1795876543210?platform=student',
          },
        },
      ),
    ],
  },
  {
    name: 'Phones',
    description:
      'For the user’s own session at Foyer. `phone_number` is in E.164, `formatted` in the groups that its country writes. A user signs in with the password and any verified number; codes and links by SMS go to the primary one only. A number that was added and not verified is a claim: it finds no account, any number of users may claim it, and the first who verifies it has it. An account has at most ten numbers. Every change is told to the verified primary email, or by SMS to an account without one; a number that is replaced or removed gets an SMS too.',
    routes: [
      describeRoute(
        listPhones,
        'Answers all numbers by default. The primary number comes first, then the verified ones, then the others.',
        { items: [proven] },
      ),
      describeRoute(
        addPhone,
        'Texts a code of six digits to the number. A number without a country code needs `country_code`. The answer and the message are the same whether the number has an account or not. A number that the user has added before gets another code, once its wait is over: `field_errors` of `otp-too-soon` have `resend_at`, and the code that was sent before stays valid.',
        { body: { phoneNumber: '098765 43210', countryCode: 'IN' }, result: { ...number, challenge } },
      ),
      describeRoute(
        verifyPhone,
        'With `token` and `otp`, proves the number. The code works for five minutes, with the `token` of its own challenge, in a session of the user who asked for it. Without them, texts another code. The first verified number is the primary one, unless the primary email is not verified. A right code for a number that has an account of its own is refused with `phone-in-use`.',
        { body: { token: challenge.token, otp: '123456' }, result: { ...proven, challenge: null } },
      ),
      describeRoute(
        putPhone,
        'Refused while the primary email is not verified: the email may belong to another person, whom a proven primary number would keep out of the account.',
        { body: { isPrimary: true }, result: proven },
      ),
      describeRoute(
        deletePhone,
        'Refuses with `last-phone` the last verified contact, the only primary one, and a primary number while another verified one can replace it.',
      ),
    ],
  },
]
