/** Redeems a one-time code: uses it up, proves its contact and starts a session in one transaction. */
import type { Platform, Product } from '@foyer/contract/platforms'
import { type Challenge, useChallenge } from '../accounts/one-time-tokens/otp-challenges.ts'
import { rememberBrowser } from '../accounts/sessions/known-browsers.ts'
import type { OpenSession } from '../accounts/sessions/session-row.ts'
import { startSession } from '../accounts/sessions/start-session.ts'
import { mayBelongToAnother, proveFirstContact } from '../accounts/users/first-contact-proof.ts'
import { chooseMembership } from '../accounts/users/memberships.ts'
import { findPerson, lockContacts, type Person } from '../accounts/users/users.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { platformsByOtp } from './recipients.ts'

export type Outcome =
  | { kind: 'opened'; session: OpenSession; person: Person; endedSessions: string[] }
  /** A concurrent request has used the same code. */
  | { kind: 'spent' }

type Redemption = {
  requested: { product: Product | null; platform: Platform | undefined }
  requestContext: RequestContext
  browser: Browser
  isKnownBrowser: boolean
  mayNotify: boolean
}

/** Returns null if the user may not sign in here. It does not throw, because a rollback would leave the code valid. */
export async function redeemCode(
  { db, config, outbox }: Services,
  challenge: Challenge,
  { requested, requestContext, browser, isKnownBrowser, mayNotify }: Redemption,
): Promise<Outcome | null> {
  const { id, userId } = challenge
  if (!userId) return null
  return db.transaction().execute(async (trx) => {
    if (!(await useChallenge(trx, id))) return { kind: 'spent' }
    await lockContacts(trx, userId)
    const found = await findPerson(trx, { id: userId })
    if (!found || found.isDisabled) return null
    const contact = contactOf(challenge, found)
    const platform = chooseMembership(platformsByOtp(config, found), requested)
    if (!contact || !platform) return null
    if (!isKnownBrowser && mayBelongToAnother(found, contact.channel)) return null
    const proven = await proveFirstContact(trx, { person: found, contact, browser, requestContext })
    const { person, endedSessions } = proven
    const browserId = await rememberBrowser(trx, browser, userId)
    const start = { amr: ['otp'], requestContext, browserId, mayNotify }
    const session = await startSession(trx, outbox, { person, platform, ...start })
    return { kind: 'opened', session, person, endedSessions }
  })
}

/** Returns the contact that the code was sent to, if it still belongs to the user. */
function contactOf({ contactId }: Challenge, { emailId, phoneId }: Person) {
  if (contactId === null) return null
  if (contactId === emailId) return { channel: 'email', id: contactId } as const
  return contactId === phoneId ? ({ channel: 'sms', id: contactId } as const) : null
}
