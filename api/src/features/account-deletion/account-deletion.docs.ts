/** Describes the deletion of an account in /docs. */
import { getDeletion, requestDeletion } from '@foyer/contract/routes/account-deletion'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

export const accountDeletionDocs: readonly ApiSection[] = [
  {
    name: 'Deletion of an account',
    description:
      'For the user’s own session at Foyer. The account closes at once: every session ends, and platforms with a back channel get a logout token for each of theirs. 30 days later a job deletes the account with everything that names the user. Any sign-in before that cancels the deletion, by whatever way and at whatever platform, so there is no route to cancel it.',
    routes: [
      describeRoute(
        requestDeletion,
        'Ends the session of the caller, too: its tokens are refused from now on. A public profile is hidden until the user signs in again. The user is notified by email, or else by SMS: now, three days before the deletion, and after it.',
        { result: { dueAt: '2026-12-28T09:55:00.000Z' } },
      ),
      describeRoute(
        getDeletion,
        'After a sign-in that cancelled a deletion, `requested_at` says for seven days when the user had asked for it. Show the user that the account stays.',
        { result: { requestedAt: null } },
      ),
    ],
  },
]
