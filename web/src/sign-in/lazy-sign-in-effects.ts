/** Loads the effects of sign-in on demand, together with the code that follows the browser's history. */
import type { Platform } from '@foyer/contract/platforms'
import { networkFailure } from '../api/failure.ts'
import { readText } from '../api/storage/browser-storage.ts'
import { otpKey } from '../api/storage/storage-keys.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { lazyEffects } from '../flow/machine/step-machine.ts'
import { currentStep } from '../flow/navigation/current-step.ts'
import { lazyNavigate } from '../flow/navigation/lazy-navigate.ts'
import type { PageLocation } from '../session/handover.ts'
import { type SignInContext, type SignInEffect, type SignInEvent, signInMachine } from './sign-in-machine.ts'

type Loaded = typeof import('./sign-in-effects.ts')

const arrived = Promise.withResolvers<Loaded>()
let ready: Loaded | undefined

async function load() {
  ready = await import('./sign-in-effects.ts')
  arrived.resolve(ready)
  return ready
}

const failure = networkFailure()

export function lazySignInEffects(
  pageNow: () => PageLocation,
): Effects<SignInEvent, SignInContext, SignInEffect> {
  function effectsOf({ signInEffects }: Loaded) {
    const page = pageNow()
    return signInEffects(page, (path) => lazyNavigate(path, page.platform))
  }
  return lazyEffects(
    signInMachine,
    // Loaded effects run at once, so that the history has a step before the screen shows it: the user may reload at once.
    () => (ready ? effectsOf(ready) : load().then(effectsOf)),
    {
      findUser: { type: 'failed', failure },
      continueHere: { type: 'failed', failure },
      prove: { type: 'refused', failure },
      handOver: { type: 'stopped', outcome: { kind: 'failed', failure } },
    },
  )
}

export function warmEffects(): void {
  load()
    .then(({ prepare }) => prepare())
    .catch(() => {})
}

/**
 * Follows the history and offers passkeys once the effects are loaded; only the effects add history entries. The effects
 * load at once if the page reloads on a later step, if another tab left an OTP challenge, or if the last sign-in here was by
 * passkey.
 */
export function followPageLazily(
  platform: Platform,
  send: (event: SignInEvent) => void,
  typed: () => string,
): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const isPasskeyLast = document.documentElement.dataset.knownBy === 'passkey'
  const warmForStep = () =>
    (isPasskeyLast || currentStep() || readText('localStorage', otpKey + platform)) && warmEffects()
  warmForStep()
  // The user may go Forward to a step before using the form.
  addEventListener('popstate', warmForStep, { signal })
  arrived.promise.then(({ followPage }) => {
    if (!signal.aborted) followPage({ platform }, send, typed, signal)
  })
  return () => leaving.abort()
}
