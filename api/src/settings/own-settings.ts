/** Reads and replaces the user's own settings. */
import type { Settings } from '@foyer/contract/routes/settings'
import type { Caller } from '../accounts/sessions/access-tokens.ts'
import { findSettings, storeSettings } from '../accounts/users/user-settings.ts'
import type { Services } from '../services.ts'

export async function readOwnSettings({ db }: Services, { userId }: Caller): Promise<Settings> {
  return findSettings(db, userId)
}

export async function replaceOwnSettings(
  { db }: Services,
  { userId }: Caller,
  settings: Settings,
): Promise<Settings> {
  await storeSettings(db, userId, settings)
  return settings
}
