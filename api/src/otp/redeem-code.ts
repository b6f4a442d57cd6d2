/** Redeems a one-time code: uses it up, proves its contact and starts a session in one transaction. */
import type { Platform, Product } from '@foyer/contract/platforms'
import type { Spent } from '../accounts/one-time-tokens/attempt-code.ts'
import type { Challenge } from '../accounts/one-time-tokens/otp-challenges.ts'
import { useCode } from '../accounts/one-time-tokens/use-code.ts'
import { rememberBrowser } from '../accounts/sessions/known-browsers.ts'
import type { OpenSession } from '../accounts/sessions/session-row.ts'
import { startSession } from '../accounts/sessions/start-session.ts'
import { chooseMembership } from '../accounts/users/memberships.ts'
import type { Person } from '../accounts/users/users.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { platformsByOtp } from './recipients.ts'

type Opened = { kind: 'opened'; session: OpenSession; person: Person; endedSessions: string[] }

type Redemption = {
  requested: { product: Product | null; platform: Platform | undefined }
  requestContext: RequestContext
  browser: Browser
  isKnownBrowser: boolean
  mayNotify: boolean
}

/** Returns null if the user may not sign in here. */
export async function redeemCode(
  { db, config, outbox }: Services,
  challenge: Challenge,
  { requested, mayNotify, ...use }: Redemption,
): Promise<Opened | Spent | null> {
  const platformOf = (person: Person) => chooseMembership(platformsByOtp(config, person), requested)
  return db.transaction().execute(async (trx) => {
    const mayUse = (person: Person) => platformOf(person) !== null
    const used = await useCode(trx, outbox, challenge, { ...use, mayUse })
    if (used?.kind !== 'used') return used
    const { person, endedSessions } = used
    const platform = platformOf(person)
    if (!platform) return null
    const { requestContext, browser } = use
    const browserId = await rememberBrowser(trx, browser, person.id)
    const start = { person, platform, amr: ['otp'], requestContext, browserId, mayNotify }
    const session = await startSession(trx, outbox, start)
    return { kind: 'opened', session, person, endedSessions }
  })
}
