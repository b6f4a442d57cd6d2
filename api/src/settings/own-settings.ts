/** One's own settings. A platform, which has a session of its own, sees and changes none of them. */
import type { Settings } from '@foyer/contract/settings'
import type { Caller } from '../accounts/access-tokens.ts'
import { findSettings, storeSettings } from '../accounts/user-settings.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../services.ts'

export async function readOwnSettings({ db }: Services, { isOwn, userId }: Caller): Promise<Settings> {
  if (!isOwn) throw new Failure('no-access')
  return findSettings(db, userId)
}

export async function replaceOwnSettings(
  { db }: Services,
  { isOwn, userId }: Caller,
  settings: Settings,
): Promise<Settings> {
  if (!isOwn) throw new Failure('no-access')
  await storeSettings(db, userId, settings)
  return settings
}
