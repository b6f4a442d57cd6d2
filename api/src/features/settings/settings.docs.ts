/** Describes the routes of a user's own settings in /docs. */
import { putName } from '@foyer/contract/routes/own-name'
import {
  changePassword,
  getOwnPassword,
  getSettings,
  putSettings,
  type Settings,
} from '@foyer/contract/routes/settings'
import { type ApiSection, describeRoute, exampleUser } from '../../kernel/http/describe-route.ts'

const settings: Settings = {
  language: 'en',
  timezone: 'Asia/Kolkata',
  marketingEmails: false,
  productEmails: false,
  analyticsConsent: false,
  profileVisibility: 'private',
}

export const settingsDocs: readonly ApiSection[] = [
  {
    name: 'Settings',
    description:
      'For the user’s own session at Foyer. The session of a platform, opened by a code, reads the settings and changes those that platforms show; the other routes refuse it with `no-access`.',
    routes: [
      describeRoute(
        changePassword,
        'An account without a password sends `token` and `otp` of `sendOtp` with the purpose `set_password` instead of `current_password`; a current password is then refused with `password-not-set`. A wrong `current_password` counts towards the lockout like a failed sign-in. The session of the caller continues; every other session, password link and one-time code ends, and the user is notified by email. Of two changes at the same time one succeeds, and the other is answered `password-wrong`.',
        {
          body: {
            currentPassword: 'correct horse battery',
            password1: 'heron on a tin roof',
            password2: 'heron on a tin roof',
          },
        },
      ),
      describeRoute(
        getOwnPassword,
        'Where `has_password` is false, request a code for `code_contact` and send it to `changePassword`. `code_contact` is null if the account has no contact that gets codes: add an email address first.',
        { result: { hasPassword: false, codeContact: 'asha@example.com' } },
      ),
      describeRoute(
        getSettings,
        'Returns the defaults if the user never changed a setting: the profile is private, and what the user has not agreed to is false.',
        {
          result: settings,
        },
      ),
      describeRoute(
        putSettings,
        'Replaces all settings. A public `profile_visibility` shows the profile to everybody. The user agrees to `marketing_emails`, `product_emails` and `analytics_consent` at Foyer: the session of a platform sends the values that it read, and any other is refused with `no-access` at the field. Without `analytics_consent` no event of the user is stored for analytics or forwarded any more, including events that wait to be forwarded.',
        { body: settings, result: settings },
      ),
      describeRoute(
        putName,
        'Changes the name. The first verification of an email clears the name, because an attacker may have chosen it at sign-up. Platforms get the new name with the next code.',
        {
          body: { firstName: exampleUser.firstName, lastName: exampleUser.lastName },
        },
      ),
    ],
  },
]
