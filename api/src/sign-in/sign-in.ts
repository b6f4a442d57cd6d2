/** Signing in with a password. */
import type { Given } from '@foyer/contract/route'
import type { login, Session } from '@foyer/contract/sign-in'
import { recordEvent } from '../accounts/audit.ts'
import { emailKey } from '../accounts/contact-keys.ts'
import { issueSession } from '../accounts/issue-session.ts'
import { chooseMembership, membershipsOf } from '../accounts/memberships.ts'
import { isPassword } from '../accounts/passwords.ts'
import { openSession } from '../accounts/sessions.ts'
import { uuidFrom } from '../accounts/synthetic-uuid.ts'
import { findPerson } from '../accounts/users.ts'
import { Failure } from '../http/failure.ts'
import { forgiveGuesses, takeGuess } from '../http/rate-limit.ts'
import type { From } from '../http/serve.ts'
import type { Services } from '../services.ts'

type Credentials = Given<typeof login>['body']

/**
 * An unknown person, a wrong password, a disabled account and a missing membership cost the same and are refused with
 * the same words.
 */
export async function signIn(services: Services, given: Credentials, from: From): Promise<Session> {
  const { db, hasher, vault } = services
  const { uuid, email, password, product, platform } = given
  const key = email === undefined ? undefined : (emailKey(email) ?? email)
  const person = await findPerson(db, key === undefined ? { id: uuid ?? '' } : { emailKey: key })

  const subject = person?.id ?? uuid ?? uuidFrom(vault, key ?? '')
  const guessKey = `guess:${vault.mac('guess', subject).toString('base64url')}`
  await takeGuess(db, guessKey)

  const isRight = await isPassword(db, hasher, { userId: person?.id ?? null, password })
  const held = await membershipsOf(db, subject)
  const chosen = chooseMembership(held, { product, platform })
  if (!person || !isRight || !chosen || person.isDisabled) {
    await recordEvent(db, {
      event: 'sign-in-refused',
      from,
      userId: person?.id ?? null,
      platform: platform ?? null,
    })
    throw new Failure('wrong-credentials')
  }

  await forgiveGuesses(db, guessKey)
  const session = await openSession(db, {
    userId: person.id,
    platform: chosen,
    deviceId: from.deviceId,
    amr: ['pwd'],
  })
  await recordEvent(db, {
    event: 'sign-in',
    from,
    userId: person.id,
    sessionId: session.id,
    platform: chosen,
  })
  return issueSession(services, session, person)
}
