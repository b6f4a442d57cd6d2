/** Signs up schools in tests. */
import { randomUUID } from 'node:crypto'
import { sendOtp } from '@foyer/contract/routes/otp'
import { listCountries, listStates } from '@foyer/contract/routes/reference'
import type { Call } from '@foyer/contract/routes/route'
import { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/school-sign-up'
import type { School } from '@foyer/contract/schools/school-fields'
import { createSchool, verifySchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import type { TestApp } from '../../testing/test-app.ts'
import { codeTo } from '../otp/test-codes.ts'
import { freshAddress, goodPassword } from '../sign-up/test-sign-ups.ts'

export { freshAddress, goodPassword }

type Body = Call<typeof signUpSchool>['body']
type KnownBody = Call<typeof addSchoolToAccount>['body']
type Headers = Record<string, string>
type Place = { countryId: string; stateId: string | null }

/** Finds a country and its first state, or null for a country without states. */
export async function placeIn(testApp: TestApp, iso2: string): Promise<Place> {
  const { data: countries } = await testApp.call(listCountries, {})
  const countryId = countries.items.find((country) => country.iso2 === iso2)?.id ?? ''
  const { data: states } = await testApp.call(listStates, { params: { countryId } })
  return { countryId, stateId: states.items[0]?.id ?? null }
}

function schoolBody(place: Place) {
  return {
    schoolName: 'Green Valley School',
    schoolType: 'secondary',
    ...place,
    firstName: 'Meera',
    lastName: 'Iyer',
    email: 'meera@example.com',
    source: 'direct',
    utmParams: {},
  } as const
}

export function trySchool(testApp: TestApp, given: Partial<Body> & Place, headers: Headers = freshAddress()) {
  const passwords = { password1: goodPassword, password2: given.password1 ?? goodPassword }
  const body = { ...schoolBody(given), ...passwords, ...given }
  return testApp.call(signUpSchool, { body }, { headers })
}

export function tryWithAccount(
  testApp: TestApp,
  given: Partial<KnownBody> & Place & Pick<KnownBody, 'proof'>,
  headers: Headers = freshAddress(),
) {
  return testApp.call(addSchoolToAccount, { body: { ...schoolBody(given), ...given } }, { headers })
}

export function requestSchoolCode(testApp: TestApp, email: string, headers: Headers = freshAddress()) {
  return testApp.call(sendOtp, { body: { medium: 'email', purpose: 'school_sign_up', email } }, { headers })
}

/** Requests a code for the sign-up of a school, and returns the proof. */
export async function schoolCode(testApp: TestApp, email: string, headers: Headers = freshAddress()) {
  const { data } = await requestSchoolCode(testApp, email, headers)
  return { token: data.token, otp: await codeTo(testApp, email) }
}

export const newKey = () => ({ ...freshAddress(), 'idempotency-key': randomUUID() })

/** Lists the names of the schools that a user has access to. */
export async function schoolsOf(testApp: TestApp, userId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from schools join school_access on school_id = id where user_id = ${userId}
    order by name`.execute(testApp.services.db)
  return rows.map(({ name }) => name)
}

/** Lists the templates of the mails to an email. */
export async function mailsTo(testApp: TestApp, email: string): Promise<string[]> {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 50)
  return messages.filter(({ to }) => to === email).map(({ template }) => template)
}

type Details = Call<typeof createSchool>['body']

export function schoolDetails(place: Place, given: Partial<Details> = {}): Details {
  return {
    name: 'Green Valley School',
    type: 'secondary',
    ...place,
    contact: { firstName: 'Meera', lastName: 'Iyer' },
    ...given,
  }
}

/** Creates a school with this session and returns it. */
export async function makeSchool(
  testApp: TestApp,
  { accessToken: token }: { accessToken: string },
  body: Details,
): Promise<School> {
  const { status, data, text } = await testApp.call(createSchool, { body }, { token })
  if (status !== 200) throw new Error(text)
  return data
}

/** Creates a school of a new user, which a verifier has verified. */
export async function makeVerifiedSchool(testApp: TestApp): Promise<School> {
  const details = schoolDetails(await placeIn(testApp, 'IN'), { name: `School ${randomUUID()}` })
  const { id } = await makeSchool(testApp, await testApp.signIn('school'), details)
  const { accessToken: token } = await testApp.signIn('svp')
  const body = { status: 'verified' } as const
  const { status, data, text } = await testApp.call(verifySchool, { params: { id }, body }, { token })
  if (status !== 200) throw new Error(text)
  return data
}
