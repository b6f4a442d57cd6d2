/** Links that set a password, for the page of the API. */
import {
  acceptBetaInvite,
  checkBetaInvite,
  checkCreateLink,
  checkResetLink,
  createPassword,
  forgotPassword,
  resetPassword,
} from '@foyer/contract/routes/password-links'
import { type ApiSection, describeRoute, exampleSession, exampleUser } from './describe-route.ts'

const twice = { password1: 'correct horse battery', password2: 'correct horse battery' }
const owner = {
  email: 'a•••@example.com',
  phoneNumber: null,
  product: 'learning',
  platform: 'student',
} as const
const signInWith = { email: 'asha@example.com', phoneNumber: null }

export const passwordSections: readonly ApiSection[] = [
  {
    name: 'Password links',
    description:
      'By mail or SMS to people who forgot their password, or were invited. A link works once, and the newest one only; changing anything in it makes it none of ours. `GET` uses nothing up, so that scanners of mail do no harm. One that ran out or was used is refused with its owner’s masked address in `field_errors.account`; that and nothing else is told.',
    routes: [
      describeRoute(
        forgotPassword,
        'Send one of `email`, `phone` and `link`. 204 for everybody: somebody unknown, disabled or of another product is answered alike at the same cost, and from the fourth within an hour nothing is sent. A link works for 30 minutes. With `link`, dead or alive, whoever it was sent to is sent another of its kind.',
        { body: { email: 'asha@example.com', product: 'learning', platform: 'student' } },
      ),
      describeRoute(
        checkResetLink,
        'For the page behind the link. Only wrong links count against their person; the right one is never refused for them.',
        { result: owner },
      ),
      describeRoute(
        resetPassword,
        'Ends every session of the person, every other link and one-time code; opens an account that wrong guesses had closed; tells its owner by mail. Nobody is signed in by it: the answer is what to sign in with.',
        { body: twice, result: signInWith },
      ),
      describeRoute(checkCreateLink, 'An invitation works for three days.', { result: owner }),
      describeRoute(
        createPassword,
        'As above, and what the invitation is for is theirs from then on, not before: using it proves the address.',
        { body: twice, result: signInWith },
      ),
      describeRoute(checkBetaInvite, 'With the first name, to greet by.', {
        result: { ...owner, firstName: exampleUser.firstName },
      }),
      describeRoute(acceptBetaInvite, 'As above, and opens a session.', {
        body: twice,
        result: exampleSession,
      }),
    ],
  },
]
