/** Creates and changes schools, for their users and for the platforms that manage all schools. */
import type { Given } from '@foyer/contract/routes/route'
import type { School } from '@foyer/contract/schools/school-fields'
import type { changeSchool, createSchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { readContact } from '../../identity/users/identifier.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { countSchool, locationFault } from './create-school.ts'
import {
  asSchool,
  isNameTaken,
  lockSchool,
  type Reach,
  reachOf,
  readSchool,
  type SchoolRow,
} from './school.queries.ts'
import { insertSchool, updateSchool } from './school-rows.ts'

type Body = Given<typeof createSchool>['body']

/** Creates a school. If its creator does not manage all schools, the access list of the school includes the creator. */
export async function createOwnSchool(
  services: Services,
  { body, caller, requestContext, noteMade }: RequestTo<typeof createSchool>,
): Promise<School> {
  const { db } = services
  const { userId, sessionId, platform } = caller
  const reach = reachOf(caller)
  const given = asColumns(body)
  const fields = await locationFault(db, body)
  if (fields) throw new Failure('invalid-request', { fields })
  if (reach !== 'all') await countSchool(services, userId)
  return changeAsUser(services, caller, async (trx) => {
    await refuseTakenName(trx, reach, { id: null, ...given })
    const schoolId = await insertSchool(trx, { ...given, founderId: reach === 'all' ? null : userId })
    if (schoolId === null) throw schoolExists()
    const recorded = { requestContext, userId, sessionId, platform, details: { schoolId } }
    await recordEvent(trx, { event: 'school-created', ...recorded })
    await noteMade(trx, schoolId)
    return readSchool(trx, schoolId, reach)
  })
}

/** Changes a school that the caller can access; returns the changed school. */
export async function changeReachedSchool(
  { db }: Services,
  { params: { id }, body, caller, requestContext, requireMatch }: RequestTo<typeof changeSchool>,
): Promise<School> {
  const { userId, sessionId, platform } = caller
  const reach = reachOf(caller)
  const given = asColumns(body)
  return db.transaction().execute(async (trx) => {
    const row = await lockSchool(trx, id, reach)
    requireMatch(asSchool(row))
    const changed = (Object.keys(given) as (keyof typeof given)[]).filter((name) => given[name] !== row[name])
    if (changed.length === 0) return asSchool(row)
    // A school may keep a location that is no longer listed.
    const fields = changed.some(isOfLocation) ? await locationFault(trx, given) : null
    if (fields) throw new Failure('invalid-request', { fields })
    if (changed.some(isOfIdentity)) await refuseTakenName(trx, reach, { id, ...given })
    const isUndecided = undoesDecision(row, changed)
    const undecided = {
      status: 'unverified' as const,
      statusReason: null,
      partsToCorrect: [],
      decidedAt: null,
      submittedAt: sql<Date>`clock_timestamp()`,
    }
    const isUpdated = await updateSchool(trx, id, { ...given, ...(isUndecided && undecided) })
    if (!isUpdated) throw schoolExists()
    const details = { schoolId: id, fields: changed.join(' '), isUndecided, statusBefore: row.status }
    await recordEvent(trx, { event: 'school-changed', requestContext, userId, sessionId, platform, details })
    return readSchool(trx, id, reach)
  })
}

type Column = keyof ReturnType<typeof asColumns>

const isOfLocation = (column: Column) => column === 'countryId' || column === 'stateId'
const isOfIdentity = (column: Column) => column === 'name' || isOfLocation(column)

/** Verifiers decide on a name and location. After a rejection, every change asks for a new decision. */
function undoesDecision({ status }: SchoolRow, changed: readonly Column[]): boolean {
  return status === 'rejected' || (status === 'verified' && changed.some(isOfIdentity))
}

function asColumns({ contact, ...rest }: Body) {
  const { name, type, board, address, countryId, stateId, website } = rest
  return {
    ...{ name, type, board, address, countryId, stateId, website },
    contactFirstName: contact.firstName,
    contactLastName: contact.lastName || null,
    contactEmail: contact.email,
    contactPhone: contact.phone === null ? null : requireNumber(contact.phone),
  }
}

/**
 * Parses a phone number. The contract checks only the format, because the number rules of all countries are a large
 * table.
 */
function requireNumber(typed: string): string {
  const contact = readContact(typed)
  if (contact?.channel === 'sms') return contact.number
  throw new Failure('invalid-request', {
    fields: { 'contact.phone': 'This phone number is not complete, or its country code is wrong' },
  })
}

/**
 * Throws if the name is taken. Locks name and location until the transaction ends, so that no concurrent request uses
 * them.
 */
async function refuseTakenName(
  trx: Db,
  reach: Reach,
  school: { id: string | null; name: string; countryId: string; stateId: string | null },
): Promise<void> {
  const { name, countryId, stateId } = school
  await sql`select pg_advisory_xact_lock(hashtextextended(
    ${`school ${countryId} ${stateId} `} || school_name_key(${name}), 0))`.execute(trx)
  if (await isNameTaken(trx, reach, school)) throw schoolExists()
}

function schoolExists(): Failure {
  return new Failure('school-exists', {
    fields: { name: 'There is a school with this name in the same place already' },
  })
}
