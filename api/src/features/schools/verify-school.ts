/** Verifies or rejects a school, and notifies the users who have access to it. */
import type { School } from '@foyer/contract/schools/school-fields'
import type { verifySchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { mailUsers } from './mail-users.ts'
import { asSchool, lockSchool, readSchool } from './school.queries.ts'
import { updateSchool } from './school-rows.ts'

/** Repeating the same decision changes nothing and sends no mail. */
export async function decideOnSchool(
  { db, outbox }: Services,
  {
    params: { id },
    body: { status, reason },
    caller: { userId, sessionId, platform },
    requestContext,
    requireMatch,
  }: RequestTo<typeof verifySchool>,
): Promise<School> {
  return db.transaction().execute(async (trx) => {
    const row = await lockSchool(trx, id, 'all')
    requireMatch(asSchool(row))
    if (row.status === status && row.statusReason === reason) return asSchool(row)
    const decision = { status, statusReason: reason, decidedAt: sql<Date>`clock_timestamp()` }
    // After a rejection, the founder may have signed up the same school again.
    if (!(await updateSchool(trx, id, decision))) throw new Failure('school-exists')
    const event = status === 'verified' ? 'school-verified' : 'school-rejected'
    const details = { schoolId: id, reason }
    await recordEvent(trx, { event, requestContext, userId, sessionId, platform, details })
    await mailUsers(trx, outbox, { school: row, template: event, reason })
    return readSchool(trx, id, 'all')
  })
}
