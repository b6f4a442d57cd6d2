/** Provides steps for tests with users of social providers, who have a reference as after the provider's callback. */
import { createHash, randomBytes } from 'node:crypto'
import { platformRow } from '@foyer/contract/platforms'
import { sendOtp } from '@foyer/contract/routes/otp'
import type { Call } from '@foyer/contract/routes/route'
import { linkSocialAccount, signInWithSocial } from '@foyer/contract/routes/social'
import { fromWire } from '@foyer/contract/wire'
import type { TestApp } from '../../testing/test-app.ts'
import { codeTo } from '../otp/test-codes.ts'
import { freshAddress } from '../sign-up/test-sign-ups.ts'
import type { SocialIdentity } from './identity.ts'
import { createReference } from './references.ts'

type Body = Call<typeof signInWithSocial>['body']
type LinkBody = Call<typeof linkSocialAccount>['body']
type Headers = Record<string, string>

/** A user of a provider, with the headers of the user's browser. */
export type ProviderUser = { identity: SocialIdentity; headers: Headers; cookie: string }

let made = 0

/** Creates a Google user with a Gmail address, unless `given` says otherwise. */
export function makeProviderUser(given: Partial<SocialIdentity> = {}): ProviderUser {
  made += 1
  const identity: SocialIdentity = {
    provider: 'google',
    subject: `subject-${made}`,
    email: `ravi${made}@gmail.com`,
    isEmailVerified: true,
    isAuthoritative: given.provider !== 'facebook',
    fullName: { firstName: 'Ravi', lastName: 'Kumar' },
    pictureUrl: null,
    ...given,
  }
  const cookie = randomBytes(32).toString('base64url')
  return { identity, cookie, headers: { ...freshAddress(), cookie: `social=${cookie}` } }
}

export function referenceOf({ services }: TestApp, { identity, cookie }: ProviderUser): Promise<string> {
  return createReference(services, identity, createHash('sha256').update(cookie).digest('base64url'))
}

/** Sends a reference: the reference in `given`, or a new reference. */
export async function trySocial(
  testApp: TestApp,
  person: ProviderUser,
  given: Partial<Body> = {},
  headers: Headers = {},
) {
  const { platform = 'student' } = given
  const body = {
    platform,
    accountType: platformRow(platform).product,
    tokenType: 'universal',
    purpose: 'login',
    provider: person.identity.provider,
    accessToken: given.accessToken ?? (await referenceOf(testApp, person)),
    source: 'direct',
    utmParams: {},
    ...given,
  } as const
  const answer = await testApp.call(
    signInWithSocial,
    { body },
    { headers: { ...person.headers, ...headers } },
  )
  return { ...answer, errors: errorsIn(answer.text) }
}

export function signUpSocially(testApp: TestApp, person: ProviderUser, given: Partial<Body> = {}) {
  return trySocial(testApp, person, { purpose: 'sign_up', ...given })
}

export async function tryLink(
  testApp: TestApp,
  person: ProviderUser,
  given: Partial<LinkBody> & Pick<LinkBody, 'proof'>,
) {
  const body = {
    platform: 'student',
    accountType: 'learning',
    provider: person.identity.provider,
    accessToken: given.accessToken ?? (await referenceOf(testApp, person)),
    ...given,
  } as const
  const answer = await testApp.call(linkSocialAccount, { body }, { headers: person.headers })
  return { ...answer, errors: errorsIn(answer.text) }
}

/** Requests a code for the account with this email and returns the proof. */
export async function linkCode(testApp: TestApp, email: string, headers: Headers = freshAddress()) {
  const body = { medium: 'email', purpose: 'social_link', email } as const
  const { data } = await testApp.call(sendOtp, { body }, { headers })
  return { token: data.token, otp: await codeTo(testApp, email) }
}

type SocialErrors = {
  emailExists?: boolean
  authorized?: false
  platforms?: string[]
  account?: { email: string; hasPassword: boolean }
}

function errorsIn(text: string): SocialErrors {
  return ((fromWire(JSON.parse(text)) as { errors?: SocialErrors }).errors ?? {}) as SocialErrors
}

/** Counts the rows that a sign-up with a provider writes. */
export async function countAccounts({ services: { db } }: TestApp): Promise<number[]> {
  const tables = ['users', 'emails', 'identities', 'memberships', 'signUps', 'sessions', 'messages'] as const
  return Promise.all(
    tables.map(async (table) => {
      const { count } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    }),
  )
}

/** Returns the providers that are linked to the user's account. */
export async function linkedTo({ services: { db } }: TestApp, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('identities').select('provider').where('userId', '=', userId).execute()
  return rows.map(({ provider }) => provider).sort()
}
