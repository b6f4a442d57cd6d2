/** Shows a user the invitations to schools, which the user accepts or declines. */
import type { Page, Result } from '@foyer/contract/routes/route'
import { schoolUsersMax } from '@foyer/contract/schools/school-access'
import type {
  acceptSchoolInvitation,
  declineSchoolInvitation,
  listReceivedInvitations,
  ReceivedInvitation,
} from '@foyer/contract/schools/school-people'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { emailKey } from '../../identity/users/identifier.ts'
import { listOwnContacts } from '../../identity/users/own-contacts.ts'
import { fullName } from '../../identity/users/user-names.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { pageOf } from '../../kernel/limits/list-paging.ts'
import type { RequestTo, Services } from '../../services.ts'
import { lockSchool, type SchoolRow } from '../schools/school.queries.ts'
import { countUsers } from '../schools/school-access.queries.ts'
import { recordAccess } from '../schools/school-access.ts'
import { listReceivedRows, takeInvitation } from '../schools/school-invitation-rows.ts'
import { addAccess } from '../schools/school-rows.ts'

export async function listReceived(
  { db }: Services,
  { query, caller }: RequestTo<typeof listReceivedInvitations>,
): Promise<Page<ReceivedInvitation>> {
  const rows = await listReceivedRows(db, await findProvenKeys(db, caller.userId))
  const items = rows.map(({ id, schoolId: _, schoolName, expiresAt, ...inviter }) => ({
    ...{ id, schoolName, inviterName: fullName(inviter), expiresAt: expiresAt.toISOString() },
  }))
  return pageOf(items, query)
}

export async function accept(
  services: Services,
  { params: { id }, ...request }: RequestTo<typeof acceptSchoolInvitation>,
): Promise<Result<typeof acceptSchoolInvitation>> {
  const { userId } = request.caller
  return changeAsUser(services, request.caller, async (trx) => {
    const school = await lockInviting(trx, id, userId)
    const schoolId = school.id
    await take(trx, id, userId)
    if (await addAccess(trx, schoolId, userId)) {
      if ((await countUsers(trx, schoolId)) > schoolUsersMax) throw new Failure('list-full')
      await recordAccess(trx, 'school-access-granted', { schoolId, userId }, request)
    }
    return { id: schoolId, name: school.name }
  })
}

export async function decline(
  services: Services,
  { params: { id }, caller }: RequestTo<typeof declineSchoolInvitation>,
): Promise<undefined> {
  await changeAsUser(services, caller, (trx) => take(trx, id, caller.userId))
}

/** Locks the school before the invitation, like every other change of a school's people. */
async function lockInviting(trx: Db, id: string, userId: string): Promise<SchoolRow> {
  const received = await listReceivedRows(trx, await findProvenKeys(trx, userId))
  const invitation = received.find((one) => one.id === id)
  if (!invitation) throw new Failure('not-found')
  return lockSchool(trx, invitation.schoolId, 'all')
}

/** Uses an invitation up. Throws `not-found` for an invitation that is not to an address of this user. */
async function take(trx: Db, id: string, userId: string): Promise<void> {
  if (!(await takeInvitation(trx, id, await findProvenKeys(trx, userId)))) throw new Failure('not-found')
}

/**
 * Returns the keys of the user's proven addresses. None if the address with which the user signs in is unproven: the account
 * may be an impostor's.
 */
async function findProvenKeys(db: Db, userId: string): Promise<string[]> {
  const user = await findUser(db, { id: userId })
  if (user?.emailProvenance !== 'verified') return []
  const contacts = await listOwnContacts(db, userId)
  return contacts.flatMap(({ channel, to, provenance }) =>
    channel === 'email' && provenance === 'verified' ? (emailKey(to) ?? []) : [],
  )
}
