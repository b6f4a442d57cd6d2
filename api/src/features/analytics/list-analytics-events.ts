/** Lists the analytics records that are still stored about a user, decrypted. */
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { findRecordsOfUser } from './analytics.queries.ts'
import { sealPurpose } from './store-events.ts'

export async function listAnalyticsEvents({ db, keyring }: { db: Db; keyring: Keyring }, userId: string) {
  const { events, devices } = await findRecordsOfUser(db, userId)
  return {
    identifiedOnDevices: devices.map(({ identifiedAt }) => identifiedAt),
    events: events.map(({ sealed, payload, ...event }) => ({
      ...event,
      payload: sealed ? JSON.parse(keyring.decrypt(sealPurpose, sealed)) : payload,
    })),
  }
}
