/** What people settle themselves, for the page of the API. */
import { putName } from '@foyer/contract/routes/own-name'
import { changePassword, getSettings, putSettings, type Settings } from '@foyer/contract/routes/settings'
import { type ApiSection, describeRoute, exampleUser } from './describe-route.ts'

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
      'For the person alone: the session of a platform, which a code opened, is refused with `no-access`.',
    routes: [
      describeRoute(
        changePassword,
        'A wrong `current_password` counts like one at the sign-in. The session that asks goes on; every other one ends, as do links that set a password and one-time codes, and the person is told by mail. Of two changes at once one wins, and the other is answered `password-wrong`.',
        {
          body: {
            currentPassword: 'a password of long ago',
            password1: 'heron on a tin roof',
            password2: 'heron on a tin roof',
          },
        },
      ),
      describeRoute(getSettings, 'Whoever never settled any has the defaults.', { result: settings }),
      describeRoute(
        putSettings,
        'All of them at once. Without `analytics_consent` nothing the person does is stored for analytics or handed on any more, not even what still waits to be.',
        { body: settings, result: settings },
      ),
      describeRoute(
        putName,
        'The name is empty after the first proof of a mailbox took it away, because a stranger may have chosen it. Sessions of platforms get the new name with the next code.',
        {
          body: { firstName: exampleUser.firstName, lastName: exampleUser.lastName },
        },
      ),
    ],
  },
]
