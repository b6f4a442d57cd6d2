/**
 * Signs a school up with an account that exists. The user proves the account with its password or a one-time code, under
 * the lockout and limits of a sign-in; an unknown email and a disabled account are refused like a wrong proof.
 */
import { wrongPasswordSentence } from '@foyer/contract/errors'
import type { Given } from '@foyer/contract/routes/route'
import type { addSchoolToAccount } from '@foyer/contract/routes/schools'
import type { Session } from '@foyer/contract/routes/sign-in'
import { attemptCode, type RightCode, type Spent } from '../accounts/one-time-tokens/attempt-code.ts'
import { productOf } from '../accounts/one-time-tokens/otp-flow.ts'
import { useCode } from '../accounts/one-time-tokens/use-code.ts'
import { checkPassword, hasPassword, storePassword } from '../accounts/passwords/credentials.ts'
import { issueSession } from '../accounts/sessions/issue-tokens.ts'
import { rememberBrowser } from '../accounts/sessions/known-browsers.ts'
import type { OpenSession } from '../accounts/sessions/session-row.ts'
import { startSession } from '../accounts/sessions/start-session.ts'
import { refuseGuessable } from '../accounts/sign-up/open-account.ts'
import type { SignUpRequest } from '../accounts/sign-up/sign-up-services.ts'
import { findClaimedPerson } from '../accounts/users/claimed-person.ts'
import { readEmail } from '../accounts/users/contact-keys.ts'
import { findUserLockout } from '../accounts/users/find-user-lockout.ts'
import { greetingName } from '../accounts/users/person-names.ts'
import { storeSignUp } from '../accounts/users/sign-ups.ts'
import { findPerson, type Person, setName } from '../accounts/users/users.ts'
import { recordEvent } from '../audit.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import { attempt } from '../limits/lockout.ts'
import { returnAttempts } from '../limits/rate-limit.ts'
import { countSignIn } from '../limits/sign-in-limit.ts'
import type { Services } from '../services.ts'
import { countSchool, foundSchool, platform, refuseWrongPlace } from './found-school.ts'

type Input = Given<typeof addSchoolToAccount>
type Body = Input['body']
type Request = SignUpRequest & {
  query: Input['query']
  warn(message: string, details: Record<string, number>): void
}

export async function signUpWithAccount(services: Services, body: Body, request: Request): Promise<Session> {
  const { proof } = body
  await refuseWrongPlace(services.db, body, request.counted)
  if (proof.password !== undefined) return byPassword(services, body, proof.password, request)
  return byCode(services, body, { token: proof.token ?? '', code: proof.otp ?? '' }, request)
}

async function byPassword(
  services: Services,
  body: Body,
  password: string,
  request: Request,
): Promise<Session> {
  const { db, hasher, outbox } = services
  const { requestContext, browser, counted } = request
  const claim = { contact: readEmail(body.email), typed: body.email }
  const { person, subject } = await findClaimedPerson(services, claim)
  const userId = person?.id ?? null
  const { key, isKnownBrowser } = await findUserLockout(services, { subject, userId, browser })
  const recorded = { requestContext, userId, platform }
  const owner = person && !person.isDisabled ? person.id : null
  const passwordHash = await attempt(db, { key, counted, recorded }, () =>
    checkPassword(db, hasher, { userId: owner, password }),
  )
  if (!person || passwordHash === null) {
    await recordEvent(db, { event: 'sign-in-refused', ...recorded })
    throw wrongPassword()
  }
  const { mayNotify } = await countSignIn(services, { userId: person.id, isKnownBrowser }, recorded)
  // After the proof and before the transaction.
  await countSchool(services, person.id)
  const session = await db
    .transaction()
    .execute(async (trx) => {
      const browserId = await rememberBrowser(trx, browser, person.id)
      const start = { person, platform, amr: ['pwd'], requestContext, browserId, passwordHash, mayNotify }
      // First of all: the session locks the password, which a proof of the address locks before the user.
      const session = await startSession(trx, outbox, start)
      await write(services, trx, { person, session, body, request })
      return session
    })
    .catch((error) => {
      throw error instanceof Failure && error.code === 'wrong-credentials' ? wrongPassword() : error
    })
  return issueSession(services, session, person)
}

async function byCode(
  services: Services,
  body: Body,
  { token, code }: { token: string; code: string },
  request: Request,
): Promise<Session> {
  const { requestContext, browser, counted, warn, query } = request
  const { password1, firstName, lastName, email } = body
  if (password1 !== undefined)
    await refuseGuessable(services.config, { password1, firstName, lastName, email, platform }).catch(
      async (error) => {
        await returnAttempts(services.db, counted)
        throw error
      },
    )
  const opened = await attemptCode(
    services,
    {
      purpose: 'school_sign_up',
      token,
      code,
      product: productOf(query),
      platform,
      requestContext,
      browser,
      counted,
      warn,
    },
    (right) => redeem(services, body, right, request),
  )
  for (const id of opened.endedSessions) services.accessTokens.forget(id)
  return issueSession(services, opened.session, opened.person)
}

type Opened = { kind: 'opened'; session: OpenSession; person: Person; endedSessions: string[] }

async function redeem(
  services: Services,
  body: Body,
  { challenge, isKnownBrowser, mayNotify }: RightCode,
  request: Request,
): Promise<Opened | Spent | null> {
  const { db, hasher, outbox } = services
  const { requestContext, browser } = request
  const { password1, firstName, lastName } = body
  const wanted = readEmail(body.email)
  const { person: claimed } = await findClaimedPerson(services, { contact: wanted, typed: body.email })
  // The code proves the address that it was sent to, so it must be the one that the school is signed up with.
  if (!claimed || claimed.id !== challenge.userId || claimed.emailId !== challenge.contactId) return null
  await countSchool(services, claimed.id)
  const hash = password1 === undefined ? null : await hasher.hash(password1)
  return db.transaction().execute(async (trx) => {
    const use = { requestContext, browser, isKnownBrowser, mayUse: () => true }
    const used = await useCode(trx, outbox, challenge, use)
    if (used?.kind !== 'used') return used
    const { id: userId, firstName: oldName } = used.person
    // The proof has removed a name that a stranger may have given.
    if (oldName === '') await setName(trx, userId, { firstName, lastName: lastName || null })
    if (hash !== null && !(await hasPassword(trx, userId)))
      await storePassword(trx, { userId, hash, provenance: 'verified' })
    const person = (await findPerson(trx, { id: userId })) ?? used.person
    const browserId = await rememberBrowser(trx, browser, userId)
    const start = { person, platform, amr: ['otp'], requestContext, browserId, mayNotify }
    const session = await startSession(trx, outbox, start)
    await write(services, trx, { person, session, body, request })
    return { kind: 'opened', session, person, endedSessions: used.endedSessions }
  })
}

/** Writes the school, and tells the owner of the account. */
async function write(
  { outbox }: Services,
  trx: Db,
  { person, session, body, request }: { person: Person; session: OpenSession; body: Body; request: Request },
): Promise<void> {
  const { source, utmParams } = body
  const { requestContext, noteMade } = request
  await storeSignUp(trx, { userId: person.id, platform, source, utmParams })
  await foundSchool(trx, person.id, body, requestContext)
  if (person.email) {
    const values = { firstName: greetingName(person, 'email'), platform }
    await outbox.queue(trx, { template: 'school-added', channel: 'email', to: person.email, values })
  }
  await noteMade(trx, session.id)
}

function wrongPassword(): Failure {
  return new Failure('wrong-credentials', {
    detail: wrongPasswordSentence,
    fields: { password: wrongPasswordSentence },
  })
}
