/** Verifies or rejects a school, and notifies the users who have access to it. */
import type { School } from '@foyer/contract/schools/school-fields'
import type { verifySchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { mailUsers } from './mail-users.ts'
import { notifyUsers } from './notify-users.ts'
import { asSchool, lockSchool, readSchool } from './school.queries.ts'
import { updateSchool } from './school-rows.ts'

/** Repeating the same decision changes nothing and sends no mail. */
export async function decideOnSchool(
  services: Services,
  {
    params: { id },
    body: { status, reason, partsToCorrect },
    caller: { userId, sessionId, platform },
    requestContext,
    requireMatch,
  }: RequestTo<typeof verifySchool>,
): Promise<School> {
  const { db, outbox } = services
  return db.transaction().execute(async (trx) => {
    const row = await lockSchool(trx, id, 'all')
    requireMatch(asSchool(row))
    const isSame =
      row.status === status && row.statusReason === reason && isEqual(row.partsToCorrect, partsToCorrect)
    if (isSame) return asSchool(row)
    const decidedAt = sql<Date>`clock_timestamp()`
    const decision = { status, statusReason: reason, partsToCorrect, decidedAt }
    // After a rejection, the founder may have signed up the same school again.
    if (!(await updateSchool(trx, id, decision))) throw new Failure('school-exists')
    const event = status === 'verified' ? 'school-verified' : 'school-rejected'
    const details = { schoolId: id, reason, partsToCorrect: partsToCorrect.join(' ') }
    await recordEvent(trx, { event, requestContext, userId, sessionId, platform, details })
    await mailUsers(trx, outbox, { school: row, template: event, reason })
    await notifyUsers(trx, services, { school: row, status })
    return readSchool(trx, id, 'all')
  })
}

/** Both lists are in the order of the record. */
function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === other.join()
}
