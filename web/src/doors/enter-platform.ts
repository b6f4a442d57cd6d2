/** Opens a platform for a signed-in user: the rules of a tap on a door (docs/decisions/browser-sessions.md). */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { continueSession } from '@foyer/contract/routes/browser-sessions'
import { createCode } from '@foyer/contract/routes/handover'
import { call } from '../api/call.ts'
import { type Failure, sentenceOf } from '../api/failure.ts'
import { signInAt } from '../flow/form/platform-links.tsx'
import { withSecondStep } from '../flow/second-step/with-second-step.ts'
import { storeBanner } from '../session/banner.ts'
import { personHere, rememberAgain } from '../session/last-person.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
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
    // The user then continues as at a platform without a session.
    if (entered) return entered
  }
  if (entry === 'prove-again') return proveAt(platform, user)
  const agreed = entry === 'add' ? ({ addPlatform: true } as const) : {}
  const body = { account: user.uuid, platform, delivery: 'redirect', ...agreed } as const
  const answer = await withSecondStep(platform, await call(continueSession, { body }))
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

/** Returns null if the user has no session at the platform any more, or no access. */
async function enterWithCode(platform: Platform, home: string): Promise<Entered | null> {
  const answer = await callSignedIn(platform, createCode, { body: { platform } }, { reload: false })
  if (answer === 'reloading') return null
  if (answer.isSuccessful) {
    const url = new URL(home)
    url.searchParams.set('code', answer.data.code)
    return { kind: 'go', url: url.href }
  }
  if (answer.errors.code === 'no-access') clearStoredAuth(platform)
  return readStoredAuth(platform) ? { kind: 'failed', failure: answer } : null
}

function proveAt(platform: Platform, user: StoredUser): Entered {
  // A session of another user at the platform would hand that user over.
  clearStoredAuth(platform)
  const identifier = user.email ?? personHere(user.uuid)?.identifier ?? ''
  const isSentAtOnce = identifier && platformRow(platform).form === 'identifier'
  return { kind: 'go', url: signInAt(platform, identifier) + (isSentAtOnce ? '&autoNext=true' : '') }
}
