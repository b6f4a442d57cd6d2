/** The calls of the sign-in table, fetched when somebody is at the form: it is there, and can be typed into, without. */
import type { Platform } from '@foyer/contract/platforms'
import { readText } from '../api/browser-storage.ts'
import { networkFailure } from '../api/failure.ts'
import type { Effect, Effects } from '../flow/step-machine.ts'
import type { Visit } from '../session/after-sign-in.ts'
import { keptOtpKey } from './kept-otp-key.ts'
import type { SignInContext, SignInEffect, SignInEvent } from './sign-in-machine.ts'

const came = Promise.withResolvers<typeof import('./sign-in-effects.ts')>()

async function load() {
  const loaded = await import('./sign-in-effects.ts')
  came.resolve(loaded)
  return loaded
}

/** What is said where the calls did not come; null where nobody waits, or where they are there already. */
const failure = networkFailure()
const otherwise: Record<SignInEffect, SignInEvent | null> = {
  showIdentifier: null,
  findUser: { type: 'failed', failure },
  showPassword: null,
  signIn: { type: 'refused', failure },
  showOtp: null,
  sendOtp: null,
  verifyOtp: null,
  handOver: { type: 'stopped', outcome: { kind: 'failed', failure } },
}

/** `visitNow` is asked when an effect runs: the query is not known while rendering. */
export function lateEffects(visitNow: () => Visit): Effects<SignInEvent, SignInContext, SignInEffect> {
  const late = (name: SignInEffect): Effect<SignInEvent, SignInContext> =>
    async function run(context, send, signal) {
      const loaded = await load().catch(() => null)
      if (signal.aborted) return
      const visit = visitNow()
      const goTo = (path: string) => go(path, visit.platform)
      if (loaded) loaded.signInEffects(visit, goTo)[name](context, send, signal)
      else if (otherwise[name]) send(otherwise[name])
    }
  const names = Object.keys(otherwise) as SignInEffect[]
  return Object.fromEntries(names.map((name) => [name, late(name)])) as ReturnType<typeof lateEffects>
}

async function go(path: string, platform: Platform): Promise<void> {
  const { moveTo } = await import('../flow/move-to.ts')
  moveTo(path, platform, { replace: true })
}

export function warmEffects(): void {
  load()
    .then(({ askFingerprint }) => askFingerprint())
    .catch(() => {})
}

/**
 * Only the effects enter steps into the history, so they are waited for; a reload on a later step, or a code that a lost
 * tab waited for, needs them at once.
 */
export function followHistoryLater(
  platform: Platform,
  send: (event: SignInEvent) => void,
  typed: () => string,
): () => void {
  let unfollow = () => {}
  let isOver = false
  const warmForStep = () =>
    (history.state?.step || readText('localStorage', keptOtpKey(platform))) && warmEffects()
  warmForStep()
  // Forward may lead to a step before anybody was at the form.
  addEventListener('popstate', warmForStep)
  came.promise.then(({ followHistory }) => {
    if (!isOver) unfollow = followHistory({ platform }, send, typed)
  })
  return () => {
    isOver = true
    removeEventListener('popstate', warmForStep)
    unfollow()
  }
}
