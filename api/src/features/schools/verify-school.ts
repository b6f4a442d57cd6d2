/** Verifies or rejects a school, and tells the users who may reach it. */
import type { Given } from '@foyer/contract/routes/route'
import type { School } from '@foyer/contract/schools/school-fields'
import type { verifySchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { mailUsers } from './mail-users.ts'
import { asSchool, findSchool, lockSchool } from './school.queries.ts'
import { updateSchool } from './school-rows.ts'
import { requireSchool } from './write-schools.ts'

/** The same decision again changes nothing and sends no mail. */
export async function decideOnSchool(
  { db, outbox }: Services,
  { params: { id }, body: { status, reason } }: Given<typeof verifySchool>,
  {
    caller: { userId, sessionId, platform },
    requestContext,
    requireMatch,
  }: { caller: Caller; requestContext: RequestContext; requireMatch(current: School): void },
): Promise<School> {
  return db.transaction().execute(async (trx) => {
    const row = requireSchool(await lockSchool(trx, id, 'all'))
    requireMatch(asSchool(row))
    if (row.status === status && row.statusReason === reason) return asSchool(row)
    const decision = { status, statusReason: reason, decidedAt: sql<Date>`clock_timestamp()` }
    // A founder may have signed the school up again after its rejection.
    if (!(await updateSchool(trx, id, decision))) throw new Failure('school-exists')
    const event = status === 'verified' ? 'school-verified' : 'school-rejected'
    const details = { schoolId: id, reason }
    await recordEvent(trx, { event, requestContext, userId, sessionId, platform, details })
    await mailUsers(trx, outbox, { school: row, template: event, reason })
    return asSchool(requireSchool(await findSchool(trx, id, 'all')))
  })
}
