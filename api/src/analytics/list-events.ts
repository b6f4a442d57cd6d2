/** Lists what analytics still keeps of a person, in clear. */

import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import { findToldOf } from './analytics.queries.ts'
import { sealPurpose } from './send-event.ts'

export async function listAnalyticsEvents({ db, keyring }: { db: Db; keyring: Keyring }, userId: string) {
  const { events, devices } = await findToldOf(db, userId)
  return {
    identifiedOnDevices: devices.map(({ identifiedAt }) => identifiedAt),
    events: events.map(({ sealed, payload, ...event }) => ({
      ...event,
      payload: sealed ? JSON.parse(keyring.decrypt(sealPurpose, sealed)) : payload,
    })),
  }
}
