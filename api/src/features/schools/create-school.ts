/** Checks the location of a school, and stores the school with its founder's membership. */
import { schoolSignUpPlatform } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/school-sign-up'
import { addMembership } from '../../identity/users/memberships.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { countAttempts, returnAttempts } from '../../kernel/limits/rate-limit.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { listStateRows } from '../reference/countries.queries.ts'
import { addSchool } from './school-rows.ts'

export const platform = schoolSignUpPlatform()

/** The maximum number of schools that one account may found. */
const schoolsPerUser: Window = { max: 5, windowSeconds: 86_400 }

type Location = Pick<Given<typeof signUpSchool>['body'], 'countryId' | 'stateId'>
type School = Omit<Given<typeof addSchoolToAccount>['body'], 'proof' | 'email' | 'captcha'>

/** Throws for an unlisted country, a state of another country, and a missing state if the country has states. */
export async function refuseWrongLocation(
  db: Db,
  { countryId, stateId }: Location,
  counted: readonly string[],
): Promise<void> {
  const fields = await locationFault(db, { countryId, stateId })
  if (fields === null) return
  // Subtracts the attempt again, so that the user can choose another location.
  await returnAttempts(db, counted)
  throw new Failure('invalid-request', { fields })
}

/** Returns the sentence about a wrong country or state under its field; null for a valid location. */
export async function locationFault(
  db: Db,
  { countryId, stateId }: Location,
): Promise<{ [Field in keyof Location]?: string } | null> {
  const states = await listStateRows(db, countryId)
  if (states === null) return { countryId: 'Choose a country' }
  return isAmong(states, stateId) ? null : { stateId: stateFault(states) }
}

function isAmong(states: readonly { id: string }[], stateId: string | null): boolean {
  return stateId === null ? states.length === 0 : states.some(({ id }) => id === stateId)
}

function stateFault({ length }: readonly unknown[]): string {
  return length === 0 ? 'This country has no states to choose' : 'Choose a state of this country'
}

/** Stores the school and its founder's membership. Call it in the transaction that opens the session. */
export async function createSchool(
  trx: Db,
  userId: string,
  { schoolName: name, schoolType: type, countryId, stateId, firstName, lastName }: School,
  requestContext: RequestContext,
): Promise<void> {
  await addMembership(trx, { userId, platform, provenance: 'sign_up' })
  const contact = { contactFirstName: firstName, contactLastName: lastName || null }
  const { id, isNew } = await addSchool(trx, {
    ...{ name, type, countryId, stateId, ...contact, founderId: userId },
  })
  const details = { schoolId: id, isNew }
  await recordEvent(trx, { event: 'school-founded', requestContext, userId, platform, details })
}

/** Counts a founded school. Call it outside a transaction. */
export async function countSchool({ db, keyring, config }: Services, userId: string): Promise<void> {
  const subject = keyring.lastingMac('schools', userId).toString('base64url')
  await countAttempts(db, [{ key: `schools:${subject}`, ...schoolsPerUser }], config.limitsFactor)
}
