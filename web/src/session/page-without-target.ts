/** Chooses the page of Foyer after a sign-in on a platform without a home. Loaded on demand: few platforms have none. */
import type { Platform } from '@foyer/contract/platforms'
import { listDoors } from '@foyer/contract/routes/browser-sessions'
import { callSignedIn } from './signed-in-call.ts'

/** Returns 'Where to?' for a user of several platforms, else the account page, which also shows what failed. */
export async function pageWithoutTarget(
  platform: Platform,
  signal: AbortSignal | undefined,
): Promise<'doors' | 'account'> {
  const answer = await callSignedIn(platform, listDoors, {}, { reload: false, signal })
  const isChoice = answer !== 'reloading' && answer.isSuccessful && answer.data.doors.length > 1
  return isChoice ? 'doors' : 'account'
}
