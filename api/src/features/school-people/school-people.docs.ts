/** Describes the routes of the people of a school in /docs. */
import {
  acceptSchoolInvitation,
  declineSchoolInvitation,
  inviteToSchool,
  listReceivedInvitations,
  listSchoolInvitations,
  removeSchoolUser,
  schoolInvitationDays,
  schoolInvitationsMax,
  withdrawSchoolInvitation,
} from '@foyer/contract/schools/school-people'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

const invitation = {
  id: '2f7a9c14-6b3e-4d85-a0f1-8c5d2e7b9a36',
  email: 'meera@example.com',
  sentAt: '2026-11-22T09:55:00.000Z',
  expiresAt: '2026-12-06T09:55:00.000Z',
}

export const schoolPeopleDocs: readonly ApiSection[] = [
  {
    name: 'School people',
    description:
      'How the users of a school invite and remove each other on their account page. Nobody gets access without accepting, with the proven email to which the invitation was sent.',
    routes: [
      describeRoute(listSchoolInvitations, 'The open ones. Accepted, declined and expired ones are gone.', {
        items: [invitation],
      }),
      describeRoute(
        inviteToSchool,
        `Mails the owner of the address, who gets a link to a first password where one is needed. The answer is the same whether or not the address has an account. An invitation works for ${schoolInvitationDays} days; the same address again renews it and sends the mail again. A school has at most ${schoolInvitationsMax} open invitations (\`list-full\`); a user sends 30 a day, and an address gets five. \`entry-exists\` says that a user of the school has this address.`,
        { body: { email: invitation.email }, result: invitation },
      ),
      describeRoute(withdrawSchoolInvitation, 'The person can no longer accept. No mail is sent.'),
      describeRoute(
        removeSchoolUser,
        'Takes effect with the next request of the user, who gets a mail, and ends the open invitations that the user sent. A user may remove themselves, except as the last one (`invalid-request` at `user_id`).',
      ),
      describeRoute(listReceivedInvitations, 'Empty for a user whose email is not proven.', {
        items: [
          {
            id: invitation.id,
            schoolName: 'Green Valley School',
            inviterName: 'Asha Rao',
            expiresAt: invitation.expiresAt,
          },
        ],
      }),
      describeRoute(
        acceptSchoolInvitation,
        'An invitation to another address answers like an unknown one. A school has at most 100 users (`list-full`).',
        { result: { id: '5b0e7c94-2d61-4f8a-b3c7-90e4a1d6f528', name: 'Green Valley School' } },
      ),
      describeRoute(declineSchoolInvitation, 'The invitation is gone. No mail is sent.'),
    ],
  },
]
