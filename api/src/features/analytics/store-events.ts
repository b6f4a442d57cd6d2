/** Stores the analytics records of the front end (product 3, 7.7). The caller's network address is not stored. */

import type { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import type { Given } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import {
  type AnalyticsRecord,
  analyticsKeepSeconds,
  findRecordOwner,
  insertRecords,
  linkDevice,
  unlinkDevice,
} from './analytics.queries.ts'
import { cleanPayload } from './clean-payload.ts'

export const sealPurpose = 'analytics'
const clockAheadMs = 300_000

type Identity = Given<typeof identify>['body']

/** Links the device to the caller, until the device's next logout event. Throws `no-access` for any other user. */
export async function identifyUser(
  services: Services,
  { userId }: Caller,
  { uuid, email, firstName, lastName }: Identity,
  { deviceId }: RequestContext,
): Promise<undefined> {
  if (uuid !== userId) throw new Failure('no-access')
  const { db } = services
  const owner = await findRecordOwner(db, { deviceId, userId })
  const { isStored } = owner
  if (deviceId) await linkDevice(db, { deviceId, userId, isStored })
  const traits = seal(services, 'identify', { email, first_name: firstName, last_name: lastName })
  await insertRecords(db, [{ name: 'identify', ...traits }], owner, isForwarded(services))
}

export async function storeAttribute(
  services: Services,
  { userId }: Caller,
  { name, value }: Given<typeof setAttribute>['body'],
  { deviceId }: RequestContext,
): Promise<undefined> {
  const attribute = seal(services, 'attribute', { value })
  const owner = await findRecordOwner(services.db, { deviceId, userId })
  await insertRecords(services.db, [{ name, ...attribute }], owner, isForwarded(services))
}

export async function storeEvents(
  services: Services,
  events: Given<typeof trackEvents>['body']['events'],
  { deviceId }: RequestContext,
): Promise<undefined> {
  const records = events.map(({ event, payload, at }): AnalyticsRecord => {
    return { kind: 'event', name: event, payload: cleanPayload(payload), occurredAt: likelyTime(at) }
  })
  const owner = await findRecordOwner(services.db, { deviceId, userId: null })
  await insertRecords(services.db, records, owner, isForwarded(services))
  // Another user may use this device next.
  if (deviceId && events.some(({ event }) => event === 'logout')) await unlinkDevice(services.db, deviceId)
}

function isForwarded({ config }: Services): boolean {
  return config.collector !== null
}

/** Encrypts traits and attributes, because they are personal data. */
function seal({ keyring }: Services, kind: 'identify' | 'attribute', values: object) {
  return { kind, sealed: keyring.encrypt(sealPurpose, JSON.stringify(values)) }
}

/** Returns the browser's time of an event, or the current time if the browser's clock is clearly wrong. */
function likelyTime(at: string): Date {
  const now = Date.now()
  const time = Date.parse(at)
  const isLikely = time <= now + clockAheadMs && time >= now - analyticsKeepSeconds.alone * 1_000
  return new Date(isLikely ? time : now)
}
