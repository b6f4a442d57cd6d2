/** Sends mails to the users who have access to a school. */
import { schoolSignUpPlatform } from '@foyer/contract/platforms'
import type { Db } from '../../kernel/db/connect.ts'
import type { Outbox } from '../../messages/outbox.ts'
import { listRecipients } from './school-access.queries.ts'

type About = {
  school: { id: string; name: string }
  template: 'school-verified' | 'school-rejected' | 'school-access-granted' | 'school-access-ended'
  reason: string | null
  /** If set, only this user gets the mail. */
  userId?: string
}

/**
 * Queues the mails. Only verified emails receive the school's name and the reason, because anyone can sign up a school
 * with another user's email.
 */
export async function mailUsers(
  trx: Db,
  outbox: Outbox,
  { school, template, reason, userId }: About,
): Promise<void> {
  for (const { email, firstName, isProven } of await listRecipients(trx, school.id, userId))
    await outbox.queue(trx, {
      template,
      channel: 'email',
      to: email,
      values: {
        firstName: isProven ? firstName : '',
        platform: schoolSignUpPlatform(),
        schoolName: isProven ? school.name : null,
        reason: isProven ? reason : null,
      },
    })
}
