/** Describes the routes of password links in /docs. */
import {
  acceptBetaInvite,
  checkBetaInvite,
  checkCreateLink,
  checkResetLink,
  createPassword,
  forgotPassword,
  resetPassword,
} from '@foyer/contract/routes/password-links'
import {
  type ApiSection,
  describeRoute,
  exampleSession,
  exampleUser,
} from '../../kernel/http/describe-route.ts'

const twice = { password1: 'correct horse battery', password2: 'correct horse battery' }
const owner = {
  email: 'a•••@example.com',
  phoneNumber: null,
  product: 'learning',
  platform: 'student',
} as const
const signInWith = { email: 'asha@example.com', phoneNumber: null }

export const passwordLinksDocs: readonly ApiSection[] = [
  {
    name: 'Password links',
    description:
      'Foyer sends these links by email or SMS to users who forgot their password or were invited. Only the newest link works, once, and only unchanged. `GET` does not use a link up, so mail scanners do no harm. An expired or used link is refused with the masked contact of its owner in `field_errors.account`, and nothing else about the account.',
    routes: [
      describeRoute(
        forgotPassword,
        'Send exactly one of `email`, `phone` and `link`. The answer is always 204, at the same cost, also for unknown and disabled users and those of another product; only text that is no contact is refused, with 400. From the fourth request within an hour no message is sent. A link works for 30 minutes. With `link`, valid or not, the user it was sent to gets a new link of the same kind.',
        { body: { email: 'asha@example.com', product: 'learning', platform: 'student' } },
      ),
      describeRoute(
        checkResetLink,
        'For the page that the link opens. Wrong links count towards a limit of the user; the right link is never refused because of them.',
        { result: owner },
      ),
      describeRoute(
        resetPassword,
        'Sets the password. Ends every session of the user, every other link and one-time code; ends a lockout; notifies the user by email. It opens no session: the answer is the contact to sign in with.',
        { body: twice, result: signInWith },
      ),
      describeRoute(
        checkCreateLink,
        'For the page that an invitation opens. An invitation works for three days.',
        { result: owner },
      ),
      describeRoute(
        createPassword,
        'Sets the first password like `resetPassword`. Using the link verifies the email, and only then does the user become a member of the platform that the invitation names.',
        { body: twice, result: signInWith },
      ),
      describeRoute(
        checkBetaInvite,
        'For the page that a beta invitation opens; the answer includes the first name for a greeting.',
        {
          result: { ...owner, firstName: exampleUser.firstName },
        },
      ),
      describeRoute(acceptBetaInvite, 'Sets the first password like `createPassword`, and opens a session.', {
        body: twice,
        result: exampleSession,
      }),
    ],
  },
]
