/** Ends the access of a user to a school, for the users of the school. */
import type { removeSchoolUser } from '@foyer/contract/schools/school-people'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { mailUsers } from '../schools/mail-users.ts'
import { hasOtherUser } from '../schools/school-access.queries.ts'
import { recordAccess } from '../schools/school-access.ts'
import { endInvitationsBy } from '../schools/school-invitation-rows.ts'
import { removeAccess } from '../schools/school-rows.ts'
import { lockOwnSchool } from './own-school.ts'

const lastUser = 'You are the last person with access to this school. Invite somebody else first.'

/**
 * The lock of the school lets one of two users remove the other: a school never loses its last user here. A user who
 * is disabled, or has asked to be deleted, does not stand in for the last one.
 */
export async function removeUser(
  services: Services,
  { params: { id, userId }, ...request }: RequestTo<typeof removeSchoolUser>,
): Promise<undefined> {
  await changeAsUser(services, request.caller, async (trx) => {
    const school = await lockOwnSchool(trx, id, request.caller)
    const isOwn = userId === request.caller.userId
    if (isOwn && !(await hasOtherUser(trx, id, userId)))
      throw new Failure('invalid-request', { fields: { userId: lastUser } })
    // The recipients are those who have access.
    if (!isOwn)
      await mailUsers(trx, services.outbox, { school, template: 'school-access-ended', reason: null, userId })
    if (!(await removeAccess(trx, id, userId))) throw new Failure('not-found')
    await endInvitationsBy(trx, id, userId)
    await recordAccess(trx, 'school-access-revoked', { schoolId: id, userId }, request)
  })
}
