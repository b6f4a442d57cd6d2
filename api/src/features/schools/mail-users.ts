/** Sends mails to the users who have access to a school. */
import { schoolSignUpPlatform } from '@foyer/contract/platforms'
import type { Result } from '@foyer/contract/routes/route'
import type { previewDecision } from '@foyer/contract/schools/school-routes'
import type { Db } from '../../kernel/db/connect.ts'
import type { Outbox, QueuedMessage } from '../../messages/outbox.ts'
import type { RequestTo, Services } from '../../services.ts'
import { findSchool } from './school.queries.ts'
import { listRecipients } from './school-access.queries.ts'

type About = {
  school: { id: string; name: string }
  template: 'school-verified' | 'school-rejected' | 'school-access-granted' | 'school-access-ended'
  reason: string | null
  /** If set, only this user gets the mail. */
  userId?: string
}

type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

/** Queues the mails. */
export async function mailUsers(trx: Db, outbox: Outbox, { userId, ...about }: About): Promise<void> {
  for (const recipient of await listRecipients(trx, about.school.id, userId))
    await outbox.queue(trx, mailTo(recipient, about))
}

/** Renders the mail about a decision as its first recipient would get it. */
export async function previewMail(
  { db, outbox }: Pick<Services, 'db' | 'outbox'>,
  { params: { id }, body: { status, reason } }: RequestTo<typeof previewDecision>,
): Promise<Result<typeof previewDecision>> {
  const school = await findSchool(db, id, 'all')
  const recipients = await listRecipients(db, id)
  const proven = recipients.filter(({ isProven }) => isProven)
  const shown = proven[0] ?? recipients[0] ?? nobody
  const template = status === 'verified' ? 'school-verified' : 'school-rejected'
  const { subject, text } = outbox.preview(mailTo(shown, { school, template, reason }))
  return { subject, text, recipients: recipients.length, unproven: recipients.length - proven.length }
}

const nobody: Recipient = { email: '', firstName: '', isProven: true }

/**
 * Only verified emails receive the school's name and the reason, because anyone can sign up a school with another user's
 * email.
 */
function mailTo(
  { email, firstName, isProven }: Recipient,
  { school, template, reason }: About,
): QueuedMessage {
  return {
    template,
    channel: 'email',
    to: email,
    values: {
      firstName: isProven ? firstName : '',
      platform: schoolSignUpPlatform(),
      schoolName: isProven ? school.name : null,
      reason: isProven ? reason : null,
    },
  }
}
