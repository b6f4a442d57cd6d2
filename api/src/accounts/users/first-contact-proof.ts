/**
 * The first proof that an address or number belongs to a person. A stranger may have signed up with it before, so their
 * password, sessions, names, settings, other addresses and the records of the sign-up go (docs/decisions/one-time-codes.md).
 */

import type { Channel } from '@foyer/contract/contact'
import { recordEvent } from '../../audit.ts'
import type { Db } from '../../db/connect.ts'
import type { Browser, RequestContext } from '../../request-context.ts'
import { deleteUnprovenPassword, keepUnprovenPassword } from '../passwords/credentials.ts'
import { endAllSessions } from '../sessions/end-session.ts'
import { forgetDevices } from '../sessions/known-browsers.ts'
import { isSignedInHere } from '../sessions/sessions.ts'
import { deleteSignUp } from './sign-ups.ts'
import { deleteRecordsOf } from './signup-tracking-records.ts'
import { forgetSettings } from './user-settings.ts'
import { deleteUnprovenContacts, findPerson, lockPerson, markProven, type Person, setName } from './users.ts'

type Proof = {
  person: Person
  /** The address or number that was proven. */
  contact: { channel: Channel; id: string }
  /** Where it was proven: whoever is signed in there set the account up, and is the one who proves the address. */
  browser: Browser
  requestContext: RequestContext
}

/**
 * Whether this address is unproven and the number beside it proven, or the other way round. The two may be different
 * people's: somebody signed up with an address that is not theirs and proved a number that is. Their account is nothing
 * for the owner of the address to come into, so it is proven in a known browser alone.
 */
export function isBesideProven({ emailProvenance, phoneProvenance }: Person, channel: Channel): boolean {
  const isEmail = channel === 'email'
  const own = isEmail ? emailProvenance : phoneProvenance
  const other = isEmail ? phoneProvenance : emailProvenance
  return own === 'self_unverified' && other === 'verified'
}

/**
 * The known browser that messages to this address are counted for alone; null where they are counted with everybody's.
 * Nobody has proven an unproven address: whoever signed up with somebody else's signs in from as many browsers as they
 * like, and each would write to its owner anew.
 */
export function ownBrowser(
  person: Person | undefined,
  channel: Channel,
  knownBrowser: Buffer | null,
): Buffer | null {
  const provenance = channel === 'email' ? person?.emailProvenance : person?.phoneProvenance
  return provenance === 'self_unverified' ? null : knownBrowser
}

export type Proven = {
  /** The person after the proof: the contact is proven, and an unproven one beside it may be gone. */
  person: Person
  endedSessions: string[]
}

/** In the transaction that opens the session, before it. */
export async function proveFirstContact(
  trx: Db,
  { person, contact, browser, requestContext }: Proof,
): Promise<Proven> {
  const provenance = contact.channel === 'email' ? person.emailProvenance : person.phoneProvenance
  if (provenance === 'verified') return { person, endedSessions: [] }
  const userId = person.id
  await markProven(trx, contact)
  const isOwn = await isSignedInHere(trx, { userId, browser })
  const details = { medium: contact.channel, isOwn }
  await recordEvent(trx, { event: 'mailbox-proven', requestContext, userId, details })
  const provenColumn = contact.channel === 'email' ? 'emailProvenance' : 'phoneProvenance'
  const unchanged = { person: { ...person, [provenColumn]: 'verified' as const }, endedSessions: [] }
  if (provenance === 'invited') return unchanged
  if (isOwn) {
    await keepUnprovenPassword(trx, userId)
    return unchanged
  }
  // In the order in which a sign-in takes their rows: the password, the browser, then the person.
  await deleteUnprovenPassword(trx, userId)
  await forgetDevices(trx, userId)
  await lockPerson(trx, userId)
  await deleteUnprovenContacts(trx, userId)
  await setName(trx, userId, { firstName: '', lastName: null })
  await forgetSettings(trx, userId)
  await deleteSignUp(trx, userId)
  await deleteRecordsOf(trx, userId)
  const endedSessions = await endAllSessions(trx, { userId, reason: 'mailbox-proven' })
  return { person: (await findPerson(trx, { id: userId })) ?? person, endedSessions }
}
