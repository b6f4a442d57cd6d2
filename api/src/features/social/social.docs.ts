/** Describes the routes of social sign-in in /docs. */
import {
  beginIdentityLink,
  linkIdentity,
  listIdentities,
  removeIdentity,
} from '@foyer/contract/routes/identities'
import { linkSocialAccount, signInWithSocial } from '@foyer/contract/routes/social'
import { type ApiSection, describeRoute, exampleSession } from '../../kernel/http/describe-route.ts'

const given = {
  platform: 'student',
  accountType: 'learning',
  provider: 'google',
  accessToken: 'sr_Zk3nQ0aXv9Tq4Lm8sJ2hB7cY1uR5oE6pWdGfKiNwMxA',
} as const

export const socialDocs: readonly ApiSection[] = [
  {
    name: 'Social sign-in',
    description:
      'Signs users in and up with accounts of Google, Facebook and Apple, on platforms that offer it. `access_token` is the reference that the callback of the provider gives to the page: it is valid for ten minutes, in its browser alone, for two requests, the second only with `purpose=sign_up`, and for one success. A token that the provider issued for this installation is accepted in its place.',
    routes: [
      describeRoute(
        signInWithSocial,
        'Opens a session for the user that the account of the provider is linked to. With `purpose=login` an unknown account is refused with `social-account-unknown` and nothing is written: ask the user, and send the same reference with `purpose=sign_up` to create an account. An email that has an account is linked to it if the provider gives the address out itself (Gmail and Google Workspace, Apple); what a stranger may have set up in an account with an unproven address is removed first. Any other match is refused with `social-link-needed`: ask for a proof of that account and call `link`. `social-email-needed` and `social-name-needed` leave the reference as it was: send it again with `email`, and with `full_name` after Apple. A request repeated with its `Idempotency-Key` makes nothing twice and is answered with the same session.',
        {
          body: {
            ...given,
            tokenType: 'universal',
            purpose: 'sign_up',
            source: 'direct',
            utmParams: { utmSource: 'newsletter' },
          },
          result: exampleSession,
        },
      ),
      describeRoute(
        linkSocialAccount,
        'Links the account of the provider to the account that has its email, and opens a session. `proof` has the password of that account, or token and code of a one-time code with the purpose `social_link`. Wrong proofs count against the same lockout as sign-ins and leave the reference valid; an email without an account is refused like a wrong proof. The owner gets an email. `email` is used where the provider gives none.',
        { body: { ...given, proof: { password: 'correct horse battery' } }, result: exampleSession },
      ),
      describeRoute(
        listIdentities,
        'Lists the accounts of providers that sign the user in, with their last use in the audit trail, and the other providers that the platform of the session offers. A user has at most one account of each provider. `isLastWayIn` says that nothing else signs the user in, so that `removeIdentity` would refuse.',
        {
          result: {
            linked: [
              {
                ...{ provider: 'google', email: 'asha@gmail.com', linkedAt: '2026-03-01T09:30:00.000Z' },
                ...{ lastUsedAt: '2026-03-20T07:15:00.000Z', isLastWayIn: false },
              },
              {
                ...{ provider: 'facebook', email: null, linkedAt: '2026-03-02T10:00:00.000Z' },
                ...{ lastUsedAt: null, isLastWayIn: false },
              },
            ],
            linkable: ['apple'],
          },
        },
      ),
      describeRoute(
        beginIdentityLink,
        'Gives a ticket to link an account of this provider. Open `startSocialSignIn` with the ticket as `link` and the page `/account/security` as `return`; the browser comes back with a reference for `linkIdentity`. A provider that the platform of the session does not offer is refused with `no-access`.',
        { result: { ticket: 'sl_Zk3nQ0aXv9Tq4Lm8sJ2hB7cY1uR5oE6pWdGfKiNwMxA' } },
      ),
      describeRoute(
        linkIdentity,
        'Links the account of the provider, whatever its email, and tells the owner by email or SMS. `access_token` is the reference with which this browser came back from a link that this session began; any other, and one that was used, is refused with `social-failed`. An account that signs another user in is refused with `identity-in-use`, a second account of the same provider with `provider-linked`.',
        { body: { accessToken: given.accessToken } },
      ),
      describeRoute(
        removeIdentity,
        'Removes the account of this provider; the owner is told by email or SMS. Open sessions stay open. The last way in is refused with `last-way-in`: an account needs a password, a proven contact or another provider.',
      ),
    ],
  },
]
