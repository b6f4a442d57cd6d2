/** Calls a route from a page of the account. If the session has ended, the user signs in again and the call is repeated. */
import type { Platform } from '@foyer/contract/platforms'
import type { Call } from '@foyer/contract/routes/route'
import { endedSession } from '../api/browser-failure.ts'
import type { Answer } from '../api/call.ts'
import { type Failure, networkFailure, type Success } from '../api/failure.ts'
import { askToSignIn } from './sign-in-question.ts'
import { callSignedIn } from './signed-in-call.ts'
import { downloadSignedIn } from './signed-in-file.ts'
import { readStoredAuth } from './stored-auth.ts'

export type SignedInRoute = Parameters<typeof callSignedIn>[1]
export type OwnCallOptions = Omit<NonNullable<Parameters<typeof callSignedIn>[3]>, 'reload'>
type FileRoute = Parameters<typeof downloadSignedIn>[1]

const signInFirst = 'Your session has ended. Sign in again to go on.'

/** Never reloads the page, because a reload would lose what the user typed. */
export function callOwn<R extends SignedInRoute>(
  platform: Platform,
  route: R,
  given: Call<R>,
  options: OwnCallOptions = {},
): Promise<Answer<R> | 'reloading'> {
  return inSession(platform, () => callSignedIn(platform, route, given, { ...options, reload: false }))
}

export function downloadOwn<R extends FileRoute>(
  platform: Platform,
  route: R,
  given: Call<R>,
): ReturnType<typeof downloadSignedIn<R>> {
  return inSession(platform, () => downloadSignedIn(platform, route, given))
}

/** Calls `ask`, and once more with the same input after the user has signed in again. */
async function inSession<T extends Success<unknown> | Failure | 'reloading'>(
  platform: Platform,
  ask: () => Promise<T>,
): Promise<T | Failure> {
  const answer = await ask()
  if (answer === 'reloading' || answer.isSuccessful) return answer
  if (answer.statusCode !== 401 || readStoredAuth(platform)) return answer
  const asked = askToSignIn()
  if (!asked) return answer
  const isSignedIn = await asked.catch(() => null)
  if (isSignedIn === null) return networkFailure()
  return isSignedIn ? ask() : { ...endedSession(), errors: { code: 'session-ended', detail: signInFirst } }
}
