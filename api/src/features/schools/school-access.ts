/** Grants and revokes users' access to a school, for the platforms that manage schools. */
import { platformsWith } from '@foyer/contract/platform-policies'
import type { Page } from '@foyer/contract/routes/route'
import {
  type grantSchoolAccess,
  type listSchoolUsers,
  type revokeSchoolAccess,
  schoolUsersMax,
} from '@foyer/contract/schools/school-access'
import type { SchoolUser } from '@foyer/contract/schools/school-fields'
import { findUser } from '../../identity/users/find-user.ts'
import { readEmail } from '../../identity/users/identifier.ts'
import { fullName } from '../../identity/users/user-names.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { asPage } from '../../kernel/limits/list-paging.ts'
import type { RequestTo, Services } from '../../services.ts'
import { mailUsers } from './mail-users.ts'
import { findSchool, lockSchool, reachOf } from './school.queries.ts'
import { countUsers, findUserRow, listUserRows } from './school-access.queries.ts'
import { endInvitationsBy } from './school-invitation-rows.ts'
import { addAccess, removeAccess } from './school-rows.ts'

export async function listUsersOfSchool(
  { db }: Services,
  { params: { id }, query, caller }: RequestTo<typeof listSchoolUsers>,
): Promise<Page<SchoolUser>> {
  await findSchool(db, id, reachOf(caller))
  const { items, total } = await listUserRows(db, id, query)
  return asPage(query, { items: items.map(asSchoolUser), total })
}

/**
 * Grants access to the owner of a verified email who is a member of a school platform. Any other email gets the answer
 * of an unknown email.
 */
export async function grantAccess(
  { db, outbox }: Services,
  { params: { id }, body, ...request }: RequestTo<typeof grantSchoolAccess>,
): Promise<SchoolUser> {
  return db.transaction().execute(async (trx) => {
    const school = await lockSchool(trx, id, 'all')
    const userId = await findSchoolUser(trx, body.email)
    if (userId === null) throw userNotFound()
    if (await addAccess(trx, id, userId)) {
      if ((await countUsers(trx, id)) > schoolUsersMax) throw new Failure('list-full')
      await recordAccess(trx, 'school-access-granted', { schoolId: id, userId }, request)
      await mailUsers(trx, outbox, { school, template: 'school-access-granted', reason: null, userId })
    }
    return asSchoolUser(await findUserRow(trx, id, userId))
  })
}

export async function revokeAccess(
  { db }: Services,
  { params: { id, userId }, ...request }: RequestTo<typeof revokeSchoolAccess>,
): Promise<undefined> {
  await db.transaction().execute(async (trx) => {
    await lockSchool(trx, id, 'all')
    if (!(await removeAccess(trx, id, userId))) throw new Failure('not-found')
    await endInvitationsBy(trx, id, userId)
    await recordAccess(trx, 'school-access-revoked', { schoolId: id, userId }, request)
  })
}

async function findSchoolUser(trx: Db, typed: string): Promise<string | null> {
  const contact = readEmail(typed)
  const user = await findUser(trx, { identifier: contact })
  if (!user || user.isDisabled || user.emailProvenance !== 'verified') return null
  // Only the sign-in email of an account counts, not its other emails.
  if (readEmail(user.email ?? '')?.key !== contact?.key) return null
  const platforms = platformsWith('reachesOwnSchools')
  return user.platforms.some((platform) => platforms.includes(platform)) ? user.id : null
}

/**
 * Records the event under the user, so that the user's export includes it. The session identifies the member of staff.
 */
export async function recordAccess(
  trx: Db,
  event: 'school-access-granted' | 'school-access-revoked',
  { schoolId, userId }: { schoolId: string; userId: string },
  { caller, requestContext }: Pick<RequestTo<typeof grantSchoolAccess>, 'caller' | 'requestContext'>,
): Promise<void> {
  const { sessionId, platform } = caller
  await recordEvent(trx, { event, requestContext, userId, sessionId, platform, details: { schoolId } })
}

function userNotFound(): Failure {
  return new Failure('user-not-found', {
    fields: { email: 'No one who signs in for schools has proven this email address' },
  })
}

function asSchoolUser({ createdAt, ...row }: Awaited<ReturnType<typeof findUserRow>>): SchoolUser {
  const { uuid, email } = row
  return { uuid, fullName: fullName(row), email, accessSince: createdAt.toISOString() }
}
