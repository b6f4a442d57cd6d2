/** Taking in what the front end tells analytics (Spec 3, 7.7). The caller's network address is not kept. */

import { analyticsKeepSeconds } from '@foyer/contract/limits'
import type { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import type { Given } from '@foyer/contract/routes/route'
import type { Caller } from '../accounts/sessions/access-tokens.ts'
import { Failure } from '../failure.ts'
import type { RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { findTeller, forgetOwner, insertTold, noteOwner, type Told } from './analytics.queries.ts'
import { cleanPayload } from './clean-payload.ts'

export const sealPurpose = 'analytics'
const clockAheadMs = 300_000

type Identity = Given<typeof identify>['body']

/** Only oneself; the events of the device are this person's from now on, until they sign out there. */
export async function identifyPerson(
  services: Services,
  { userId }: Caller,
  { uuid, email, firstName, lastName }: Identity,
  { deviceId }: RequestContext,
): Promise<undefined> {
  if (uuid !== userId) throw new Failure('no-access')
  const { db } = services
  const teller = await findTeller(db, { deviceId, userId })
  const { hasWithdrawn } = teller
  if (deviceId) await noteOwner(db, { deviceId, userId, hasWithdrawn })
  const told = sealed(services, 'identify', { email, first_name: firstName, last_name: lastName })
  await insertTold(db, [{ name: 'identify', ...told }], teller, isForwarded(services))
}

export async function noteAttribute(
  services: Services,
  { userId }: Caller,
  { name, value }: Given<typeof setAttribute>['body'],
  { deviceId }: RequestContext,
): Promise<undefined> {
  const told = sealed(services, 'attribute', { value })
  const teller = await findTeller(services.db, { deviceId, userId })
  await insertTold(services.db, [{ name, ...told }], teller, isForwarded(services))
}

type Tracked = Given<typeof trackEvents>['body']['events']

export async function noteEvents(
  services: Services,
  events: Tracked,
  { deviceId }: RequestContext,
): Promise<undefined> {
  const told = events.map(({ event, payload, at }): Told => {
    return { kind: 'event', name: event, payload: cleanPayload(payload), occurredAt: timeOf(at) }
  })
  const teller = await findTeller(services.db, { deviceId, userId: null })
  await insertTold(services.db, told, teller, isForwarded(services))
  // The next at this device may be somebody else.
  if (deviceId && events.some(({ event }) => event === 'logout')) await forgetOwner(services.db, deviceId)
}

function isForwarded({ config }: Services): boolean {
  return config.collector !== null
}

/** Values of attributes name people: they are encrypted. */
function sealed({ keyring }: Services, kind: 'identify' | 'attribute', values: object) {
  return { kind, sealed: keyring.encrypt(sealPurpose, JSON.stringify(values)) }
}

/** As the browser says, unless its clock cannot be right. */
function timeOf(at: string): Date {
  const now = Date.now()
  const time = Date.parse(at)
  const isLikely = time <= now + clockAheadMs && time >= now - analyticsKeepSeconds.alone * 1_000
  return new Date(isLikely ? time : now)
}
