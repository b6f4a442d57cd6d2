/** Opens an account for a sign-up: user, password, membership and session in one transaction. */
import { errorSentence } from '@foyer/contract/errors'
import { noEmail } from '@foyer/contract/fields'
import { platformRow } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { signUp } from '@foyer/contract/routes/sign-up'
import { storePassword } from '../accounts/passwords/credentials.ts'
import { refuseWeakPassword } from '../accounts/passwords/password-rules.ts'
import { issueSession } from '../accounts/sessions/issue-tokens.ts'
import { rememberBrowser } from '../accounts/sessions/known-browsers.ts'
import type { OpenSession } from '../accounts/sessions/session-row.ts'
import { startSession } from '../accounts/sessions/start-session.ts'
import { readEmail } from '../accounts/users/contact-keys.ts'
import { newEmailFault } from '../accounts/users/email-rules.ts'
import { addMembership } from '../accounts/users/memberships.ts'
import { storeSignUp } from '../accounts/users/sign-ups.ts'
import { createPerson, findPerson, isAddressTaken, type Person } from '../accounts/users/users.ts'
import { recordEvent } from '../audit.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { NoteMade } from '../limits/idempotency.ts'
import { returnAttempts } from '../limits/rate-limit.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { notifyOwner } from './notify-owner.ts'

type SignUpBody = Given<typeof signUp>['body']
type SignUpRequest = {
  requestContext: RequestContext
  browser: Browser
  counted: readonly string[]
  noteMade: NoteMade
}

export async function createAccount(
  services: Services,
  body: SignUpBody,
  { counted, ...request }: SignUpRequest,
): Promise<Session> {
  const { db, hasher } = services
  const { email, password1, platform } = body
  const refused = { event: 'sign-up-refused', requestContext: request.requestContext, platform } as const
  if (platformRow(platform).signUp !== 'open') {
    await recordEvent(db, { ...refused, details: { reason: 'closed' } })
    throw new Failure('no-access')
  }
  const fault = newEmailFault(email)
  const contact = readEmail(email)
  if (fault || !contact) throw new Failure('invalid-request', { fields: { email: fault ?? noEmail } })
  await refuseGuessable(services, body).catch(async (error) => {
    // A weak password does not count as an attempt, so that the user can choose another.
    await returnAttempts(db, counted)
    throw error
  })

  // The hash costs the same whether the address is known or not. It runs outside the transaction, which holds locks.
  const hash = await hasher.hash(password1)
  try {
    const { session, person } = await db
      .transaction()
      .execute((trx) => writeAccount(services, trx, { ...body, email: contact.address, hash }, request))
    return await issueSession(services, session, person)
  } catch (error) {
    if (!isAddressTaken(error)) throw error
    await recordEvent(db, { ...refused, details: { reason: 'email-taken' } })
    await notifyOwner(services, contact, platform)
    throw emailTaken()
  }
}

export function emailTaken(): Failure {
  return new Failure('email-taken', { fields: { email: errorSentence('email-taken') } })
}

async function refuseGuessable(
  { config }: Services,
  { password1, firstName, lastName, email, platform }: SignUpBody,
): Promise<void> {
  const brands = [config.provider, platformRow(platform).role]
  await refuseWeakPassword(password1, { names: [firstName, lastName], emails: [email], brands })
}

/** Writes the account, the address first: of concurrent sign-ups with it, all but one fail before they write more. */
async function writeAccount(
  { outbox }: Services,
  trx: Db,
  { firstName, lastName, email, hash, platform, source, utmParams }: SignUpBody & { hash: string },
  { requestContext, browser, noteMade }: Omit<SignUpRequest, 'counted'>,
): Promise<{ session: OpenSession; person: Person }> {
  const provenance = 'self_unverified'
  const userId = await createPerson(trx, {
    firstName,
    lastName: lastName || null,
    email: { address: email },
    provenance,
  })
  await storePassword(trx, { userId, hash, provenance })
  await addMembership(trx, { userId, platform, provenance: 'sign_up' })
  await storeSignUp(trx, { userId, platform, source, utmParams })
  const person = await findPerson(trx, { id: userId })
  if (!person) throw new Error('The user who was just created is missing')
  const browserId = await rememberBrowser(trx, browser, userId)
  const start = { person, platform, amr: ['pwd'], requestContext, browserId, mayNotify: false }
  const session = await startSession(trx, outbox, start)
  await recordEvent(trx, { event: 'signed-up', requestContext, userId, sessionId: session.id, platform })
  await noteMade(trx, session.id)
  return { session, person }
}
