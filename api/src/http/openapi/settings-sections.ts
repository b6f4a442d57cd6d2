/** Describes the routes of a user's own settings in /docs. */
import { putName } from '@foyer/contract/routes/own-name'
import { changePassword, getSettings, putSettings, type Settings } from '@foyer/contract/routes/settings'
import { type ApiSection, describeRoute } from './describe-route.ts'
import { exampleUser } from './examples.ts'

const settings: Settings = {
  language: 'en',
  timezone: 'Asia/Kolkata',
  marketingEmails: false,
  productEmails: true,
  analyticsConsent: true,
  profileVisibility: 'private',
}

export const settingsSections: readonly ApiSection[] = [
  {
    name: 'Settings',
    description:
      'For the user’s own session at Foyer: the session of a platform, opened by a code, is refused with `no-access`.',
    routes: [
      describeRoute(
        changePassword,
        'A wrong `current_password` counts towards the lockout like a failed sign-in. The session of the caller continues; every other session, password link and one-time code ends, and the user is notified by email. Of two changes at the same time one succeeds, and the other is answered `password-wrong`.',
        {
          body: {
            currentPassword: 'a password of long ago',
            password1: 'heron on a tin roof',
            password2: 'heron on a tin roof',
          },
        },
      ),
      describeRoute(getSettings, 'Returns the defaults if the user never changed a setting.', {
        result: settings,
      }),
      describeRoute(
        putSettings,
        'Replaces all settings. Without `analytics_consent` no event of the user is stored for analytics or forwarded any more, including events that wait to be forwarded.',
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
