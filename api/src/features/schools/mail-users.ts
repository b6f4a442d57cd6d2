/** Mails the users who may reach a school. */
import { schoolSignUpPlatform } from '@foyer/contract/platforms'
import type { Db } from '../../kernel/db/connect.ts'
import type { Outbox } from '../../messages/outbox.ts'
import { listRecipients } from './school-access.queries.ts'

type About = {
  school: { id: string; name: string }
  template: 'school-verified' | 'school-rejected' | 'school-access-granted'
  reason: string | null
  /** Only this user. */
  userId?: string
}

/** Names the school and the reason to proven addresses alone: anyone can sign a school up with the address of another user. */
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
