/** Signing in with a password. */
import type { Given } from '@foyer/contract/route'
import type { login, Session } from '@foyer/contract/sign-in'
import { recordEvent } from '../accounts/audit.ts'
import { emailKey } from '../accounts/contact-keys.ts'
import { issueSession } from '../accounts/issue-session.ts'
import { isKnownDevice } from '../accounts/known-devices.ts'
import { chooseMembership } from '../accounts/memberships.ts'
import { isPassword } from '../accounts/passwords.ts'
import { openSession } from '../accounts/sessions.ts'
import { uuidFrom } from '../accounts/synthetic-uuid.ts'
import { findPerson, nobody } from '../accounts/users.ts'
import type { Browser } from '../http/browser-cookie.ts'
import { Failure } from '../http/failure.ts'
import { forgiveGuesses, returnGuess, takeGuess } from '../http/rate-limit.ts'
import type { From } from '../http/serve.ts'
import type { Services } from '../services.ts'

type Credentials = Given<typeof login>['body']

/**
 * An unknown person, a wrong password, a disabled account and a missing membership cost the same and are refused with
 * the same words. In a browser where this person signed in before they have a ladder of guesses of their own, so that
 * nobody else's guesses shut them out.
 */
export async function signIn(
  services: Services,
  given: Credentials,
  { from, browser, counted }: { from: From; browser: Browser; counted: readonly string[] },
): Promise<Session> {
  const { db, vault } = services
  const { uuid, email, password, product, platform } = given
  const key = email === undefined ? undefined : (emailKey(email) ?? email)
  const contact = key === undefined ? null : ({ medium: 'email', key, address: key } as const)
  const person = await findPerson(db, uuid === undefined ? { contact } : { id: uuid })
  const chosen = chooseMembership(person?.platforms ?? [], { product, platform })

  // Who has nothing to do with this product is counted as the unknown person the look-up took them for.
  const subject = uuid ?? (person && chosen ? person.id : uuidFrom(vault, key ?? ''))
  const ladder = await ladderOf(services, browser, person?.id ?? nobody)
  const guessKey = `guess:${vault.mac('guess', subject).toString('base64url')}${ladder}`
  const refused = { from, userId: person?.id ?? null, platform: platform ?? null }
  await takeGuess(db, guessKey).catch(async (error) => {
    await recordEvent(db, { event: 'sign-in-locked', ...refused })
    throw error
  })

  const isRight = await isRightPassword(services, guessKey, { userId: person?.id ?? null, password })
  if (!person || !isRight || !chosen || person.isDisabled) {
    await recordEvent(db, { event: 'sign-in-refused', ...refused })
    throw new Failure('wrong-credentials')
  }

  await forgiveGuesses(db, guessKey, counted)
  const session = await openSession(db, {
    userId: person.id,
    platform: chosen,
    amr: ['pwd'],
    from,
    browserId: browser.remember(),
  })
  return issueSession(services, session, person)
}

/** Strangers share one; a browser where this person signed in before has its own. */
async function ladderOf({ db }: Services, { id }: Browser, userId: string): Promise<string> {
  return id && (await isKnownDevice(db, { browserId: id, userId })) ? `:${id.toString('base64url')}` : ''
}

/** A guess that could not be looked at for want of capacity is given back. */
async function isRightPassword(
  { db, hasher }: Services,
  guessKey: string,
  given: { userId: string | null; password: string },
): Promise<boolean> {
  try {
    return await isPassword(db, hasher, given)
  } catch (error) {
    await returnGuess(db, guessKey)
    throw error
  }
}
