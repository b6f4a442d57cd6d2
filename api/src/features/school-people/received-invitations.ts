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
import { fullName } from '../../identity/users/user-names.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { pageOf } from '../../kernel/limits/list-paging.ts'
import type { RequestTo, Services } from '../../services.ts'
import { lockSchool } from '../schools/school.queries.ts'
import { countUsers } from '../schools/school-access.queries.ts'
import { recordAccess } from '../schools/school-access.ts'
import { listReceivedRows, takeInvitation } from '../schools/school-invitation-rows.ts'
import { addAccess } from '../schools/school-rows.ts'

export async function listReceived(
  { db }: Services,
  { query, caller }: RequestTo<typeof listReceivedInvitations>,
): Promise<Page<ReceivedInvitation>> {
  const key = await findProvenKey(db, caller.userId)
  const rows = key === null ? [] : await listReceivedRows(db, key)
  const items = rows.map(({ id, schoolName, expiresAt, ...inviter }) => ({
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
    const schoolId = await take(trx, id, userId)
    const school = await lockSchool(trx, schoolId, 'all')
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

/** Uses an invitation up. Throws `not-found` for an invitation that is not to this user's address. */
async function take(trx: Db, id: string, userId: string): Promise<string> {
  const key = await findProvenKey(trx, userId)
  const taken = key === null ? undefined : await takeInvitation(trx, id, key)
  if (!taken) throw new Failure('not-found')
  return taken.schoolId
}

/** Only the proven address with which a user signs in receives invitations. An impostor may have any other address. */
async function findProvenKey(db: Db, userId: string): Promise<string | null> {
  const user = await findUser(db, { id: userId })
  return user?.email && user.emailProvenance === 'verified' ? emailKey(user.email) : null
}
