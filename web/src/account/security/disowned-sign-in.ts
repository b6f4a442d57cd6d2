/** Keeps the time of a sign-in that was not the user's, until the user has checked what was added to the account since. */
import type { Platform } from '@foyer/contract/platforms'
import { filled } from '../../api/shape.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { disownedKey, disownedLifeMs } from '../../api/storage/storage-keys.ts'
import { readStoredAuth } from '../../session/stored-auth.ts'

/** `since` is the service's time of the sign-in. */
type Disowned = { uuid: string; since: string }

const records = expiringRecord<Disowned>(
  'sessionStorage',
  disownedKey,
  { uuid: filled, since: filled },
  disownedLifeMs,
)

/** Notes a sign-in for the signed-in user. The earliest one counts. */
export function noteDisowned(platform: Platform, since: string): void {
  const uuid = readStoredAuth(platform)?.user.uuid
  if (!uuid) return
  const earlier = readDisowned(platform, uuid)
  records.write({ uuid, since: earlier !== null && earlier < since ? earlier : since }, platform)
}

/** Returns the time of the sign-in; null if there is none to check. */
export function readDisowned(platform: Platform, uuid: string): string | null {
  const noted = records.read(platform)
  return noted?.uuid === uuid ? noted.since : null
}

export function forgetDisowned(platform: Platform): void {
  records.clear(platform)
}
