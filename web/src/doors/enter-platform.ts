/** Opens a platform for a signed-in user: the rules of a tap on a door (docs/decisions/browser-sessions.md). */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { continueSession } from '@foyer/contract/routes/browser-sessions'
import { call } from '../api/call.ts'
import { blankFailure, type Failure, sentenceOf } from '../api/failure.ts'
import { signInAt } from '../flow/form/platform-links.tsx'
import { storeBanner } from '../session/banner.ts'
import { handOverToHome } from '../session/handover.ts'
import { personHere, rememberAgain } from '../session/last-person.ts'
import { clearStoredAuth, readStoredAuth, type StoredUser, storeAuth } from '../session/stored-auth.ts'

export type Place = {
  platform: Platform
  home: string
  /**
   * `session`: the user has a session there in this browser. `continue`: one tap opens one. `prove-again`: the user
   * signs in there. `add`: the tap adds the platform to the account first.
   */
  entry: 'session' | 'continue' | 'prove-again' | 'add'
}

type Entered = { kind: 'go'; url: string } | { kind: 'failed'; failure: Failure }

/** The refusals after which the user signs in at the platform. */
const needsSignIn: readonly (string | undefined)[] = ['proof-needed', 'not-signed-in-here']

/** Returns the URL to which the user goes: the platform with a code, or its sign-in page. */
export async function enterPlatform({ platform, home, entry }: Place, user: StoredUser): Promise<Entered> {
  if (entry === 'session' && hasSessionAt(platform, user)) {
    const entered = await enterWithCode(platform, home)
    // Without an open session any more, the user continues as at a platform without one.
    if (entered) return entered
  }
  if (entry === 'prove-again') return proveAt(platform, user)
  const agreed = entry === 'add' ? ({ addPlatform: true } as const) : {}
  const body = { account: user.uuid, platform, delivery: 'redirect', ...agreed } as const
  const answer = await call(continueSession, { body })
  if (!answer.isSuccessful) {
    if (!needsSignIn.includes(answer.errors.code)) return { kind: 'failed', failure: answer }
    storeBanner(sentenceOf(answer))
    return proveAt(platform, user)
  }
  storeAuth(answer.data)
  rememberAgain(answer.data)
  return (await enterWithCode(platform, home)) ?? proveAt(platform, user)
}

export function hasSessionAt(platform: Platform, { uuid }: StoredUser): boolean {
  return readStoredAuth(platform)?.user.uuid === uuid
}

/** Returns null if the session at the platform has ended. */
async function enterWithCode(platform: Platform, home: string): Promise<Entered | null> {
  const result = await handOverToHome(platform, home)
  if (result.kind === 'signed-out') return null
  if (result.kind === 'go' || result.kind === 'failed') return result
  // The service refuses the home that it named itself.
  return { kind: 'failed', failure: blankFailure }
}

function proveAt(platform: Platform, user: StoredUser): Entered {
  // A session of another user at the platform would hand that user over.
  clearStoredAuth(platform)
  const identifier = user.email ?? personHere(user.uuid)?.identifier ?? ''
  const isSentAtOnce = identifier && platformRow(platform).form === 'identifier'
  return { kind: 'go', url: signInAt(platform, identifier) + (isSentAtOnce ? '&autoNext=true' : '') }
}
